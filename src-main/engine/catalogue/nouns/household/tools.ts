import type { Noun } from '../../builder/noun.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Tools and containers. */
export const TOOLS: readonly Noun[] = [
  {
    names: ['hammer', 'mallet', 'warhammer'],
    chinese: ['锤子'],
    size: [
      [0.1, 0.18],
      [0.26, 0.38],
      [0.025, 0.06],
    ],
    slots: { head: 'steel', handle: 'wood+' },
    build(k) {
      const h = k.vary(0.32);
      k.tube(
        'handle',
        [
          [0, 0, 0],
          [0, h * 0.35, 0],
          [0, h * 0.98, 0],
        ],
        [0.0165, 0.0125, 0.012],
        { ends: 'round', segments: 14 },
      );
      k.box('head', [0.07, 0.032, 0.032], { at: [-0.01, h * 0.87, 0], bevel: 0.006 });
      k.lathe(
        'head',
        [
          [0.011, 0],
          [0.011, 0.02],
          [0.0185, 0.026],
          [0.0185, 0.044],
          [0.015, 0.047],
        ],
        { at: [0.02, h * 0.87 + 0.016, 0], turn: [0, 0, -90], name: 'face' },
      );
      for (const s of SIDES)
        k.tube(
          'head',
          [
            [-0.04, h * 0.87 + 0.018, s * 0.008],
            [-0.065, h * 0.87 + 0.016, s * 0.01],
            [-0.085, h * 0.87 - 0.004, s * 0.012],
          ],
          [0.01, 0.008, 0.002],
          { ends: 'round', segments: 8, name: 'claw' },
        );
    },
  },
  {
    names: ['shovel', 'spade'],
    chinese: ['铲子'],
    size: [
      [0.17, 0.28],
      [0.95, 1.3],
      [0.02, 0.12],
    ],
    slots: { blade: 'steel', handle: 'wood+' },
    build(k) {
      const h = k.vary(1.12);
      k.extrude(
        'blade',
        [
          [0, 0],
          [0.08, 0.06],
          [0.105, 0.14],
          [0.105, 0.27],
          [0.03, 0.285],
          [0.022, 0.34],
          [-0.022, 0.34],
          [-0.03, 0.285],
          [-0.105, 0.27],
          [-0.105, 0.14],
          [-0.08, 0.06],
        ],
        0.009,
        { bevel: 0.003 },
      );
      k.tube(
        'handle',
        [
          [0, 0.24, 0.008],
          [0, h * 0.6, 0.008],
          [0, h - 0.1, 0],
        ],
        0.017,
        { ends: 'round' },
      );
      k.tube(
        'handle',
        [
          [0, h - 0.11, 0],
          [-0.06, h - 0.06, 0],
          [-0.06, h - 0.01, 0],
          [0.06, h - 0.01, 0],
          [0.06, h - 0.06, 0],
        ],
        0.012,
        { ends: 'closed', isSmooth: false, name: 'grip' },
      );
    },
  },
  {
    names: ['barrel', 'cask', 'keg'],
    chinese: ['木桶', '桶'],
    size: [
      [0.52, 0.78],
      [0.76, 1.05],
      [0.52, 0.78],
    ],
    slots: { staves: 'wood:#8f6239|#6a4428', hoop: 'iron+' },
    build(k) {
      const [r, h] = [k.vary(0.26), k.vary(0.9)];
      k.lathe(
        'staves',
        [
          [r, 0],
          [r * 1.16, h * 0.28],
          [r * 1.22, h * 0.5],
          [r * 1.16, h * 0.72],
          [r, h],
          [r * 0.9, h],
          [r * 0.9, h - 0.04],
          [0, h - 0.04],
        ],
        { segments: 28 },
      );
      for (const [y, share] of [
        [0.06, 1.05],
        [0.27, 1.165],
        [0.73, 1.165],
        [0.94, 1.05],
      ] as const) {
        k.lathe(
          'hoop',
          [
            [r * share, -0.022],
            [r * share + 0.009, -0.022],
            [r * share + 0.009, 0.022],
            [r * share, 0.022],
          ],
          { at: [0, y * h, 0], isLoop: true, segments: 28 },
        );
      }
      k.spot('top', [0, h - 0.04, 0], r * 1.3, r * 1.3);
    },
  },
  {
    names: ['key', 'door key'],
    chinese: ['钥匙'],
    size: [
      [0.03, 0.06],
      [0.1, 0.17],
      [0.004, 0.02],
    ],
    slots: { body: 'brass' },
    build(k) {
      const s = k.vary(0.13);
      k.torus('body', s * 0.13, s * 0.035, { at: [0, s * 0.84, 0], turn: [90, 0, 0], segments: 28, name: 'bow' });
      k.cylinder('body', s * 0.032, s * 0.7, { segments: 14, name: 'shank' });
      for (const [y, w] of [
        [0.03, 0.17],
        [0.12, 0.13],
        [0.2, 0.17],
      ] as const)
        k.box('body', [s * w, s * 0.055, s * 0.035], { at: [(s * w) / 2, s * y, 0], bevel: 0.001, name: 'tooth' });
      k.torus('body', s * 0.04, s * 0.016, { at: [0, s * 0.68, 0], segments: 18, name: 'collar' });
    },
  },
];
