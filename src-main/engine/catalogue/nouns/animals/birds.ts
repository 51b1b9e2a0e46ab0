import type { Noun } from '../../builder/noun.ts';
import { bird } from './bird.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Birds. */
export const BIRDS: readonly Noun[] = [
  {
    names: ['bird', 'sparrow', 'robin', 'parrot', 'dove', 'pigeon'],
    chinese: ['鸟', '小鸟'],
    size: [
      [0.08, 0.18],
      [0.12, 0.24],
      [0.18, 0.36],
    ],
    slots: {
      coat: 'fabric:#4478b0|#b8462f|#7a6a55',
      belly: 'fabric:#f0e6d2+',
      beak: 'plastic:#e8a33a!',
      dark: 'plastic:#191717!',
    },
    isVaried: true,
    build: (k) => bird(k, { size: k.vary(0.17), plump: 0.36, head: 0.2, beak: 0.14, legs: 0.24, tail: 0.6 }),
  },
  {
    names: ['duck', 'duckling', 'rubber duck', 'goose', 'swan'],
    chinese: ['鸭子', '鸭'],
    size: [
      [0.18, 0.36],
      [0.28, 0.5],
      [0.36, 0.66],
    ],
    slots: {
      coat: 'fabric:#f1d04b|#efeeea',
      belly: 'fabric:#f6e7a5+',
      beak: 'plastic:#e8862f!',
      dark: 'plastic:#191717!',
    },
    isVaried: true,
    build: (k) =>
      bird(k, { size: k.vary(0.36), plump: 0.36, head: 0.21, beak: 0.2, legs: 0.16, tail: 0.25, isFlatBilled: true }),
  },
  {
    names: ['chicken', 'hen', 'rooster', 'cock'],
    chinese: ['鸡'],
    size: [
      [0.18, 0.36],
      [0.36, 0.62],
      [0.36, 0.66],
    ],
    slots: {
      coat: 'fabric:#f1ece2|#a4572c',
      belly: 'fabric:#e9dfcc+',
      beak: 'plastic:#e8a33a!',
      comb: 'rubber:#c8322f!',
      dark: 'plastic:#191717!',
    },
    isVaried: true,
    build(k) {
      const s = k.vary(0.4);
      bird(k, { size: s, plump: 0.36, head: 0.17, beak: 0.12, legs: 0.38, tail: 0.4 });
      for (const i of [0, 1, 2])
        k.ball('comb', [s * 0.025, s * 0.06, s * 0.05], {
          at: [0, s * (1.24 - i * 0.015), s * (0.48 - i * 0.08)],
          segments: 12,
        });
      k.ball('comb', [s * 0.03, s * 0.06, s * 0.03], { at: [0, s * 0.93, s * 0.56], segments: 12, name: 'wattle' });
    },
  },
  {
    names: ['owl'],
    chinese: ['猫头鹰'],
    size: [
      [0.18, 0.34],
      [0.34, 0.54],
      [0.18, 0.36],
    ],
    slots: {
      coat: 'fabric:#7b5a3c|#8d7d6d',
      belly: 'fabric:#d8c3a0+',
      beak: 'plastic:#d9a441!',
      eye: 'plastic:#f2c53d!',
      dark: 'plastic:#141212!',
    },
    isVaried: true,
    build(k) {
      const h = k.vary(0.42);
      k.loft('coat', [
        { y: h * 0.05, w: 0, d: 0 },
        { y: h * 0.09, w: h * 0.36, d: h * 0.34 },
        { y: h * 0.4, w: h * 0.52, d: h * 0.48 },
        { y: h * 0.72, w: h * 0.44, d: h * 0.42 },
        { y: h * 0.92, w: h * 0.38, d: h * 0.34 },
        { y: h, w: 0, d: 0 },
      ]);
      k.ball('belly', [h * 0.2, h * 0.27, h * 0.1], { at: [0, h * 0.36, h * 0.16] });
      for (const s of SIDES) {
        k.ball('coat', [h * 0.07, h * 0.25, h * 0.15], {
          at: [s * h * 0.25, h * 0.42, -h * 0.02],
          turn: [-12, 0, s * 8],
          name: 'wing',
        });
        k.ball('belly', [h * 0.105, h * 0.105, h * 0.05], { at: [s * h * 0.09, h * 0.78, h * 0.15], name: 'face' });
        k.ball('eye', [h * 0.07, h * 0.07, h * 0.045], { at: [s * h * 0.09, h * 0.785, h * 0.175], segments: 16 });
        k.ball('dark', h * 0.033, { at: [s * h * 0.087, h * 0.785, h * 0.2], segments: 12, name: 'pupil' });
        k.cylinder('coat', h * 0.05, h * 0.15, {
          at: [s * h * 0.13, h * 0.9, 0],
          turn: [-5, 0, -s * 18],
          top: 0,
          segments: 10,
          name: 'tuft',
        });
        k.ball('beak', [h * 0.06, h * 0.03, h * 0.1], {
          at: [s * h * 0.1, h * 0.03, h * 0.1],
          segments: 12,
          name: 'foot',
        });
      }
      k.cylinder('beak', h * 0.035, h * 0.1, { at: [0, h * 0.74, h * 0.17], turn: [155, 0, 0], top: 0, segments: 10 });
    },
  },
  {
    names: ['penguin'],
    chinese: ['企鹅'],
    size: [
      [0.35, 0.72],
      [0.75, 1.15],
      [0.28, 0.56],
    ],
    slots: { coat: 'rubber:#23262d', belly: 'plastic:#f3f1ec+', beak: 'plastic:#e8922f!', dark: 'plastic:#0f0f10!' },
    isVaried: true,
    build(k) {
      const h = k.vary(0.95);
      k.loft('coat', [
        { y: h * 0.04, w: 0, d: 0 },
        { y: h * 0.07, w: h * 0.34, d: h * 0.32 },
        { y: h * 0.32, w: h * 0.46, d: h * 0.42 },
        { y: h * 0.62, w: h * 0.34, d: h * 0.32 },
        { y: h * 0.76, w: h * 0.25, d: h * 0.26, z: h * 0.01 },
        { y: h * 0.9, w: h * 0.25, d: h * 0.26, z: h * 0.02 },
        { y: h * 0.965, w: h * 0.17, d: h * 0.18, z: h * 0.015 },
        { y: h * 0.995, w: h * 0.06, d: h * 0.06, z: h * 0.01 },
        { y: h, w: 0, d: 0, z: h * 0.01 },
      ]);
      k.ball('belly', [h * 0.175, h * 0.3, h * 0.14], { at: [0, h * 0.36, h * 0.095], segments: 28 });
      for (const s of SIDES) {
        k.ball('belly', [h * 0.055, h * 0.06, h * 0.03], { at: [s * h * 0.065, h * 0.86, h * 0.115], name: 'cheek' });
        k.ball('dark', h * 0.016, { at: [s * h * 0.066, h * 0.875, h * 0.142], segments: 10, name: 'eye' });
        k.ball('coat', [h * 0.03, h * 0.23, h * 0.09], {
          at: [s * h * 0.245, h * 0.46, 0],
          turn: [0, 0, s * 16],
          name: 'flipper',
        });
        k.ball('beak', [h * 0.075, h * 0.025, h * 0.12], {
          at: [s * h * 0.1, h * 0.026, h * 0.12],
          segments: 14,
          name: 'foot',
        });
      }
      k.cylinder('beak', h * 0.035, h * 0.13, { at: [0, h * 0.83, h * 0.125], turn: [96, 0, 0], top: 0, segments: 12 });
    },
  },
];
