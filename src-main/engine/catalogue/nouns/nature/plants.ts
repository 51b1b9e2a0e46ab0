import type { Noun } from '../../builder/noun.ts';
import { around, polar } from '../shared/symmetry.ts';

/** Small plants. */
export const PLANTS: readonly Noun[] = [
  {
    names: ['flower', 'daisy', 'sunflower', 'tulip', 'blossom'],
    chinese: ['花', '花朵', '向日葵'],
    size: [
      [0.14, 0.24],
      [0.4, 0.6],
      [0.04, 0.12],
    ],
    slots: { petals: 'paper:#e2566d|#f0c33c|#f4efe8|#9a6bd0', heart: 'fur:#6b4520|#e0a92c+', stem: 'leaf!' },
    isVaried: true,
    build(k) {
      const [h, r] = [k.vary(0.45), k.vary(0.075)];
      k.tube(
        'stem',
        [
          [0, 0, 0],
          [0.012, h * 0.5, 0],
          [0, h * 0.95, 0.012],
        ],
        0.006,
        { segments: 8 },
      );
      for (const [y, side] of [
        [0.3, -1],
        [0.46, 1],
      ] as const) {
        k.tube(
          'stem',
          [
            [0, h * y, 0],
            [side * 0.045, h * y + 0.05, 0.01],
            [side * 0.085, h * y + 0.06, 0.02],
          ],
          [0.006, 0.022, 0.002],
          { flat: 0.2, ends: 'round', segments: 8, name: 'leaf' },
        );
      }
      const petals = k.count(8, 13);
      for (const angle of around(petals)) {
        const a = (angle * Math.PI) / 180;
        k.ball('petals', [r * (1.9 / petals) * 1.4, r * 0.52, 0.006], {
          at: [Math.sin(a) * r * 0.72, h * 0.97 + Math.cos(a) * r * 0.72, 0.03 - 0.0],
          turn: [-12, 0, -angle],
          segments: 10,
          name: 'petal',
        });
      }
      k.ball('heart', [r * 0.42, r * 0.42, 0.016], { at: [0, h * 0.97, 0.034], segments: 18 });
    },
  },
  {
    names: ['cactus'],
    chinese: ['仙人掌'],
    size: [
      [0.2, 0.42],
      [0.42, 0.72],
      [0.16, 0.32],
    ],
    slots: { body: 'leaf:#4f8050|#5c8a4a', pot: 'clay+', soil: 'sand:#4a3526!', blossom: 'paper:#e57aa0!' },
    isVaried: true,
    build(k) {
      const h = k.vary(0.36);
      k.lathe('pot', [
        [0.068, 0],
        [0.092, 0.13],
        [0.102, 0.13],
        [0.102, 0.155],
        [0.088, 0.155],
        [0.084, 0.132],
        [0, 0.13],
      ]);
      k.cylinder('soil', 0.087, 0.02, { at: [0, 0.122, 0] });
      k.tube(
        'body',
        [
          [0, 0.12, 0],
          [0, 0.12 + h * 0.5, 0],
          [0, 0.1 + h, 0],
        ],
        [0.05, 0.058, 0.044],
        { ends: 'round', segments: 18 },
      );
      k.tube(
        'body',
        [
          [0.03, 0.14 + h * 0.3, 0],
          [0.115, 0.15 + h * 0.33, 0],
          [0.125, 0.14 + h * 0.62, 0],
        ],
        [0.026, 0.03, 0.026],
        { ends: 'round', name: 'arm' },
      );
      k.tube(
        'body',
        [
          [-0.03, 0.14 + h * 0.42, 0],
          [-0.1, 0.15 + h * 0.45, 0],
          [-0.108, 0.14 + h * 0.68, 0],
        ],
        [0.024, 0.027, 0.022],
        { ends: 'round', name: 'arm' },
      );
      k.ball('blossom', [0.03, 0.022, 0.03], { at: [0.012, 0.15 + h, 0.01], segments: 10 });
    },
  },
  {
    names: ['plant', 'potted plant', 'houseplant', 'flowerpot'],
    chinese: ['植物', '盆栽'],
    size: [
      [0.3, 0.72],
      [0.45, 0.9],
      [0.3, 0.72],
    ],
    slots: { leaves: 'leaf:#4f8a37|#3d7a4d', pot: 'ceramic:#e3ded3|#b8663f|#54718a+', soil: 'sand:#4a3526!' },
    isVaried: true,
    build(k) {
      const h = k.vary(0.42);
      k.lathe('pot', [
        [0.085, 0],
        [0.12, 0.2],
        [0.112, 0.2],
        [0.1, 0.17],
        [0, 0.165],
      ]);
      k.cylinder('soil', 0.106, 0.015, { at: [0, 0.165, 0] });
      for (const [tier, count] of [
        [0, 6],
        [1, 5],
        [2, 3],
      ] as const) {
        for (const angle of around(count)) {
          const [x, z] = polar(angle + tier * 25 + k.vary(10, 1), (0.25 - tier * 0.075) * k.vary(1, 0.12));
          const top = 0.2 + h * (0.5 + 0.28 * tier) * k.vary(1, 0.08);
          k.tube(
            'leaves',
            [
              [0, 0.17, 0],
              [x * 0.35, top * 0.8, z * 0.35],
              [x * 0.8, top, z * 0.8],
              [x * 1.15, top - 0.07, z * 1.15],
            ],
            [0.006, 0.03, 0.042, 0.002],
            { flat: 0.16, segments: 8, ends: 'round', name: 'leaf' },
          );
        }
      }
    },
  },
  {
    names: ['mushroom', 'toadstool'],
    chinese: ['蘑菇'],
    size: [
      [0.08, 0.18],
      [0.1, 0.2],
      [0.08, 0.18],
    ],
    slots: { cap: 'rubber:#c0312c|#a5703f|#d8b58a', stem: 'plaster:#efe6d3+', spots: 'plaster:#f6f0e4!' },
    isVaried: true,
    build(k) {
      const [r, h] = [k.vary(0.06, 0.15), k.vary(0.14, 0.12)];
      k.lathe(
        'stem',
        [
          [0, 0],
          [r * 0.36, 0],
          [r * 0.42, h * 0.12],
          [r * 0.26, h * 0.55],
          [r * 0.24, h * 0.8],
          [0, h * 0.82],
        ],
        { isSmooth: true, segments: 20 },
      );
      k.lathe(
        'cap',
        [
          [0, h * 0.68],
          [r * 0.5, h * 0.64],
          [r, h * 0.56],
          [r * 0.93, h * 0.74],
          [r * 0.55, h * 0.94],
          [0, h],
        ],
        { isSmooth: true, segments: 32 },
      );
      for (const [count, share, y] of [
        [1, 0, 0.995],
        [5, 0.5, 0.93],
        [8, 0.86, 0.76],
      ] as const) {
        for (const angle of around(count)) {
          const [x, z] = polar(angle + y * 90, share * r);
          k.ball('spots', [r * 0.13, r * 0.07, r * 0.13], { at: [x, h * y, z], segments: 10, name: 'spot' });
        }
      }
    },
  },
];
