import type { Noun } from '../../builder/noun.ts';
import { slab } from './building-parts.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Other outdoor structures. */
export const STRUCTURES: readonly Noun[] = [
  {
    names: ['bridge', 'stone bridge'],
    chinese: ['桥', '石桥'],
    size: [
      [9, 13.6],
      [2.4, 4.0],
      [2.4, 3.8],
    ],
    slots: { wall: 'stone:#9a948a|#8a7f70', deck: 'stone:#b8b2a6+' },
    build(k) {
      const l = k.vary(11, 0.06);
      const n = 14;
      const upper = Array.from(
        { length: n + 1 },
        (_, i) => [l * (0.5 - i / n), 0.55 + 1.75 * Math.sin((i / n) * Math.PI)] as const,
      );
      const lower = Array.from(
        { length: n + 1 },
        (_, i) => [l * (-0.33 + (0.66 * i) / n), 1.62 * Math.sin((i / n) * Math.PI)] as const,
      );
      k.extrude(
        'wall',
        [...upper, [-l / 2, 0], ...lower.map(([x, y]) => [x, Math.max(0, y)] as const), [l / 2, 0]],
        2.6,
      );
      const path = upper.map(([x, y]) => [x, y] as const);
      const slabOf = (low: number, high: number) => [
        ...path.map(([x, y]) => [x, y + high] as const),
        ...path.toReversed().map(([x, y]) => [x, y + low] as const),
      ];
      k.extrude('deck', slabOf(-0.05, 0.12), 2.2);
      for (const s of SIDES) {
        k.extrude('wall', slabOf(-0.05, 0.85), 0.3, { at: [0, 0, s * 1.25], name: 'parapet' });
        k.extrude('deck', slabOf(0.83, 0.97), 0.42, { at: [0, 0, s * 1.25], name: 'coping' });
      }
      k.spot('under', [0, 0, 0], l * 0.3, 2, 1.2);
      k.spot('top', [0, 2.42, 0], l * 0.16, 1.8);
    },
  },
  {
    names: ['fence', 'picket fence'],
    chinese: ['栅栏', '篱笆'],
    size: [
      [1.8, 2.5],
      [0.85, 1.25],
      [0.06, 0.2],
    ],
    slots: { body: 'paint:#f2f0ea' },
    build(k) {
      const [w, h] = [k.vary(2.1), k.vary(1.0)];
      const n = 11;
      for (let i = 0; i < n; i++) {
        const x = (i / (n - 1) - 0.5) * (w - 0.1);
        k.extrude(
          'body',
          [
            [-0.045, 0.05],
            [0.045, 0.05],
            [0.045, h - 0.07],
            [0, h],
            [-0.045, h - 0.07],
          ],
          0.025,
          { at: [x, 0, 0.035], bevel: 0.004, name: 'picket' },
        );
      }
      for (const y of [0.24, 0.74]) k.box('body', [w, 0.08, 0.045], { at: [0, h * y, 0], bevel: 0.006, name: 'rail' });
      for (const s of SIDES)
        k.box('body', [0.1, h + 0.06, 0.1], { at: [s * (w / 2 - 0.05), 0, -0.02], bevel: 0.01, name: 'post' });
    },
  },
  {
    names: ['well', 'wishing well'],
    chinese: ['井'],
    size: [
      [1.4, 2.4],
      [2.0, 2.9],
      [1.4, 2.3],
    ],
    slots: {
      wall: 'stone',
      roof: 'wood:#6a4428|#8a3b2f+',
      post: 'wood!',
      water: 'glass:#2f6f9a!',
      bucket: 'wood:#8f6239!',
    },
    build(k) {
      const r = k.vary(0.72);
      k.lathe(
        'wall',
        [
          [r, 0],
          [r, 0.82],
          [r * 1.06, 0.84],
          [r * 1.06, 0.95],
          [r * 0.74, 0.95],
          [r * 0.74, 0.1],
          [0, 0.1],
        ],
        { segments: 28 },
      );
      k.cylinder('water', r * 0.76, 0.03, { at: [0, 0.55, 0], segments: 28 });
      for (const s of SIDES) k.box('post', [0.11, 1.2, 0.11], { at: [s * r * 0.92, 0.9, 0], name: 'post' });
      k.tube(
        'post',
        [
          [-r * 0.95, 1.75, 0],
          [r * 1.2, 1.75, 0],
        ],
        0.045,
        { isSmooth: false, name: 'winch' },
      );
      for (const s of SIDES) slab(k, 'roof', [s * 0.0 - s * 0.02, 2.5], [s * r * 1.08, 1.98], r * 2.3, 0.06, 0, true);
      k.tube(
        'post',
        [
          [0, 1.72, 0],
          [0, 1.28, 0],
        ],
        0.014,
        { isSmooth: false, segments: 6, name: 'rope' },
      );
      k.lathe(
        'bucket',
        [
          [0, 0],
          [0.11, 0],
          [0.15, 0.25],
          [0.135, 0.25],
          [0.1, 0.02],
          [0, 0.02],
        ],
        { at: [0, 1.0, 0] },
      );
    },
  },
  {
    names: ['tent', 'camping tent', 'tipi'],
    chinese: ['帐篷'],
    size: [
      [1.9, 2.9],
      [1.3, 2.0],
      [2.6, 3.9],
    ],
    slots: { cloth: 'fabric:#c9762f|#4f7a54|#3f6f9a', dark: 'fabric:#2b2722!', pole: 'aluminium!' },
    build(k) {
      const [w, h, d] = [k.vary(2.2), k.vary(1.55), k.vary(2.5)];
      k.extrude(
        'cloth',
        [
          [-w / 2, 0],
          [w / 2, 0],
          [w * 0.22, h * 0.62],
          [0, h],
          [-w * 0.22, h * 0.62],
        ],
        d,
        { bevel: 0.03 },
      );
      k.extrude(
        'dark',
        [
          [-w * 0.24, 0],
          [w * 0.24, 0],
          [0, h * 0.82],
        ],
        0.04,
        { at: [0, 0, d / 2 + 0.005], name: 'entrance' },
      );
      for (const s of SIDES) {
        k.extrude(
          'cloth',
          [
            [0.02, h * 0.8],
            [w * 0.24, 0],
            [w * 0.42, 0.0],
            [w * 0.2, h * 0.5],
          ],
          0.03,
          { at: [0, 0, d / 2 + 0.04], turn: [0, s * 12, 0], scale: [s, 1, 1], name: 'flap' },
        );
        k.tube(
          'pole',
          [
            [0, h * 1.01, s * (d / 2)],
            [0, 0, s * (d / 2 + 0.26)],
          ],
          0.012,
          { isSmooth: false, segments: 6, name: 'pole' },
        );
      }
      k.spot('under', [0, 0, 0], w * 0.4, d * 0.6, h * 0.4);
    },
  },
  {
    names: ['wall', 'brick wall', 'stone wall'],
    chinese: ['墙'],
    size: [
      [2.4, 3.4],
      [1.7, 2.4],
      [0.2, 0.45],
    ],
    slots: { body: 'brick', cap: 'stone+' },
    build(k) {
      const [w, h] = [k.vary(2.9), k.vary(1.95)];
      k.box('body', [w, h, 0.24], { bevel: 0.006 });
      k.box('cap', [w + 0.08, 0.09, 0.34], { at: [0, h - 0.01, 0], bevel: 0.015 });
      k.spot('top', [0, h + 0.08, 0], w, 0.3);
    },
  },
];
