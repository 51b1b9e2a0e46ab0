import type { Noun } from '../../builder/noun.ts';
import { around, polar, SIDES } from '../shared/symmetry.ts';
import { GLAZES } from '../shared/common-finishes.ts';
import { vessel } from './vessel.ts';

/** Pots, vases and candles. */
export const VESSELS: readonly Noun[] = [
  {
    names: ['vase', 'urn', 'amphora'],
    chinese: ['花瓶'],
    size: [
      [0.13, 0.25],
      [0.25, 0.45],
      [0.13, 0.25],
    ],
    slots: { body: GLAZES },
    build(k) {
      const [h, belly, neck] = [k.vary(0.34, 0.18), k.vary(0.092, 0.18), k.vary(0.042, 0.2)];
      const at = k.vary(0.42, 0.25);
      k.lathe(
        'body',
        [
          [0, 0],
          [0.05, 0],
          [0.054, h * 0.02],
          [belly, h * at],
          [neck, h * 0.82],
          [neck * 1.35, h],
          [neck * 1.25, h * 1.003],
          [neck * 0.86, h * 0.83],
          [belly * 0.9, h * at],
          [0.035, h * 0.06],
          [0, h * 0.05],
        ],
        { segments: 40, isSmooth: true },
      );
      k.spot('inside', [0, h * 0.12, 0], neck, neck, h);
    },
  },
  {
    names: ['teapot', 'kettle'],
    chinese: ['茶壶', '水壶'],
    size: [
      [0.22, 0.36],
      [0.15, 0.25],
      [0.13, 0.21],
    ],
    slots: { body: GLAZES, knob: 'brass!' },
    build(k) {
      const [r, h] = [k.vary(0.082), k.vary(0.145)];
      k.lathe(
        'body',
        [
          [0, 0],
          [r * 0.55, 0],
          [r * 0.6, 0.006],
          [r, h * 0.42],
          [r * 0.78, h * 0.85],
          [r * 0.5, h],
          [0, h * 1.01],
        ],
        { segments: 40, isSmooth: true },
      );
      k.lathe(
        'body',
        [
          [r * 0.52, h * 0.97],
          [r * 0.5, h * 1.04],
          [r * 0.25, h * 1.14],
          [0, h * 1.17],
        ],
        { segments: 32, isSmooth: true, name: 'lid' },
      );
      k.ball('knob', 0.014, { at: [0, h * 1.24, 0], segments: 16 });
      k.tube(
        'body',
        [
          [r * 0.75, h * 0.3, 0],
          [r * 1.35, h * 0.45, 0],
          [r * 1.6, h * 0.85, 0],
          [r * 1.85, h * 1.0, 0],
        ],
        [0.024, 0.017, 0.011, 0.01],
        { name: 'spout' },
      );
      k.tube(
        'body',
        [
          [-r * 0.7, h * 0.85, 0],
          [-r * 1.35, h * 0.95, 0],
          [-r * 1.68, h * 0.6, 0],
          [-r * 1.3, h * 0.22, 0],
          [-r * 0.85, h * 0.22, 0],
        ],
        0.009,
        { name: 'handle' },
      );
    },
  },
  {
    names: ['pot', 'saucepan', 'cooking pot', 'cauldron'],
    chinese: ['锅', '锅子'],
    size: [
      [0.26, 0.42],
      [0.14, 0.24],
      [0.19, 0.31],
    ],
    slots: { body: 'steel', handles: 'rubber:black+' },
    build(k) {
      const [r, h] = [k.vary(0.12), k.vary(0.14)];
      k.lathe('body', vessel(r * 0.97, r, h, 0.004), { segments: 40 });
      k.lathe(
        'body',
        [
          [r * 1.02, h],
          [r * 1.02, h * 1.03],
          [r * 0.6, h * 1.14],
          [0, h * 1.18],
        ],
        { segments: 40, isSmooth: true, name: 'lid' },
      );
      k.cylinder('handles', 0.012, 0.02, { at: [0, h * 1.16, 0], top: 0.02, segments: 20, name: 'knob' });
      for (const s of SIDES)
        k.tube(
          'handles',
          [
            [s * r * 0.98, h * 0.78, -0.04],
            [s * r * 1.32, h * 0.8, -0.035],
            [s * r * 1.32, h * 0.8, 0.035],
            [s * r * 0.98, h * 0.78, 0.04],
          ],
          0.009,
          { name: 'handle' },
        );
    },
  },
  {
    names: ['candle', 'candlestick'],
    chinese: ['蜡烛'],
    size: [
      [0.08, 0.14],
      [0.2, 0.34],
      [0.08, 0.14],
    ],
    slots: { candle: 'ceramic:#f0e6cf|#b5483c|#e2c677', holder: 'brass+', flame: 'neon:#ffb648!' },
    build(k) {
      const [h, r] = [k.vary(0.15, 0.15), k.vary(0.05)];
      k.lathe(
        'holder',
        [
          [r, 0],
          [r, 0.006],
          [0.022, 0.014],
          [0.012, 0.03],
          [0.013, 0.05],
          [0.03, 0.058],
          [0.03, 0.068],
          [0.012, 0.066],
        ],
        { segments: 32 },
      );
      k.cylinder('candle', 0.0145, h, { at: [0, 0.06, 0], segments: 20, bevel: 0.003 });
      k.cylinder('candle', 0.0012, 0.012, { at: [0, 0.06 + h, 0], segments: 6, name: 'wick' });
      k.lathe(
        'flame',
        [
          [0, 0],
          [0.007, 0.011],
          [0.004, 0.027],
          [0, 0.042],
        ],
        { at: [0, 0.065 + h, 0], segments: 16, isSmooth: true },
      );
    },
  },
  {
    names: ['basket', 'wicker basket'],
    chinese: ['篮子'],
    size: [
      [0.3, 0.48],
      [0.28, 0.46],
      [0.22, 0.36],
    ],
    slots: { body: 'wicker' },
    build(k) {
      const [r, h] = [k.vary(0.17), k.vary(0.17)];
      const scale = [1.1, 1, 0.8] as const;
      k.lathe('body', vessel(r * 0.78, r, h, 0.012), { segments: 36, scale });
      k.torus('body', r, 0.013, { at: [0, h, 0], scale, name: 'rim' });
      k.tube(
        'body',
        around(24)
          .slice(0, 13)
          .map((angle) => polar(angle - 90, 1))
          .map(([x, z]) => [x * r * 1.08, h * 0.9 + z * h * 1.1, 0] as const),
        0.009,
        { isSmooth: false, name: 'handle' },
      );
      k.spot('inside', [0, 0.03, 0], r * 1.2, r, h);
    },
  },
];
