import type { Noun } from '../../builder/noun.ts';
import { around, polar } from '../shared/symmetry.ts';

/** Fruit and vegetables. */
export const FRUIT: readonly Noun[] = [
  {
    names: ['apple', 'fruit'],
    chinese: ['苹果'],
    size: [
      [0.06, 0.1],
      [0.065, 0.11],
      [0.06, 0.1],
    ],
    slots: { skin: 'ceramic:#b8242b|#6f9a35|#d9a53a', stem: 'bark!', leaf: 'leaf!' },
    build(k) {
      const r = k.vary(0.04);
      k.lathe(
        'skin',
        [
          [0, r * 0.14],
          [r * 0.34, r * 0.02],
          [r * 0.72, r * 0.3],
          [r, r * 0.95],
          [r * 0.88, r * 1.55],
          [r * 0.42, r * 1.78],
          [0, r * 1.58],
        ],
        { isSmooth: true, segments: 32 },
      );
      k.tube(
        'stem',
        [
          [0, r * 1.5, 0],
          [r * 0.04, r * 1.85, 0],
          [r * 0.16, r * 2.1, 0],
        ],
        [0.0018, 0.0015, 0.0024],
        { segments: 8 },
      );
      k.ball('leaf', [r * 0.34, r * 0.03, r * 0.16], { at: [r * 0.4, r * 1.92, 0], turn: [0, 20, 18], segments: 14 });
    },
  },
  {
    names: ['banana'],
    chinese: ['香蕉'],
    size: [
      [0.14, 0.22],
      [0.03, 0.06],
      [0.06, 0.12],
    ],
    slots: { skin: 'rubber:#ecc93d', tip: 'bark!' },
    build(k) {
      const l = k.vary(0.18);
      const path = [-0.5, -0.38, -0.2, 0, 0.2, 0.38, 0.47].map(
        (t) => [t * l, l * 0.11, l * (0.28 - 0.9 * t * t)] as const,
      );
      k.tube(
        'skin',
        path,
        [0.06, 0.085, 0.1, 0.104, 0.098, 0.075, 0.03].map((r) => r * l),
        { segments: 8, ends: 'flat' },
      );
      k.tube('skin', [path.at(-1)!, [l * 0.54, l * 0.115, -l * 0.03]], [l * 0.03, l * 0.024], {
        isSmooth: false,
        segments: 8,
        name: 'stalk',
      });
      k.ball('tip', l * 0.05, { at: [-l * 0.505, l * 0.11, l * 0.05], segments: 10 });
    },
  },
  {
    names: ['orange fruit', 'tomato', 'mandarin', 'citrus'],
    chinese: ['橙子', '橘子', '番茄'],
    size: [
      [0.06, 0.1],
      [0.06, 0.1],
      [0.06, 0.1],
    ],
    slots: { skin: 'plastic:#e8842a|#d8382a|#f0c93a', leaf: 'leaf!' },
    build(k) {
      const r = k.vary(0.04);
      k.ball('skin', [r, r * 0.93, r], { at: [0, r * 0.93, 0], segments: 36 });
      for (const angle of around(5)) {
        const [x, z] = polar(angle, r * 0.13);
        k.ball('leaf', [r * 0.06, r * 0.035, r * 0.15], { at: [x, r * 1.85, z], turn: [0, angle, 0], segments: 8 });
      }
    },
  },
  {
    names: ['pear'],
    chinese: ['梨'],
    size: [
      [0.055, 0.095],
      [0.09, 0.14],
      [0.055, 0.095],
    ],
    slots: { skin: 'ceramic:#b9b844|#c9a24a', stem: 'bark!' },
    build(k) {
      const r = k.vary(0.037);
      k.lathe(
        'skin',
        [
          [0, r * 0.08],
          [r * 0.4, r * 0.02],
          [r, r * 0.9],
          [r * 0.72, r * 1.75],
          [r * 0.44, r * 2.4],
          [r * 0.26, r * 2.68],
          [0, r * 2.68],
        ],
        { isSmooth: true, segments: 32 },
      );
      k.tube(
        'stem',
        [
          [0, r * 2.6, 0],
          [r * 0.1, r * 3.05, 0],
        ],
        0.0018,
        { segments: 8, isSmooth: false },
      );
    },
  },
  {
    names: ['pumpkin', 'jack o lantern'],
    chinese: ['南瓜'],
    size: [
      [0.26, 0.44],
      [0.22, 0.38],
      [0.26, 0.44],
    ],
    slots: { skin: 'plastic:#d9752a', stem: 'leaf:#5a6b34!' },
    build(k) {
      const r = k.vary(0.165);
      for (const angle of around(10)) {
        const [x, z] = polar(angle, r * 0.5);
        k.ball('skin', [r * 0.34, r * 0.72, r * 0.5], {
          at: [x, r * 0.72, z],
          turn: [0, angle, 0],
          segments: 20,
          name: 'rib',
        });
      }
      k.ball('skin', [r * 0.6, r * 0.62, r * 0.6], { at: [0, r * 0.7, 0] });
      k.tube(
        'stem',
        [
          [0, r * 1.25, 0],
          [r * 0.04, r * 1.6, 0],
          [r * 0.22, r * 1.8, 0.01],
        ],
        [r * 0.14, r * 0.085, r * 0.1],
        { segments: 8 },
      );
    },
  },
  {
    names: ['carrot'],
    chinese: ['胡萝卜'],
    size: [
      [0.15, 0.3],
      [0.03, 0.08],
      [0.03, 0.12],
    ],
    slots: { root: 'plastic:#e0762a', leaves: 'leaf!' },
    build(k) {
      const l = k.vary(0.15);
      const y = l * 0.12;
      k.lathe(
        'root',
        [
          [0, 0],
          [l * 0.03, l * 0.08],
          [l * 0.09, l * 0.6],
          [l * 0.115, l * 0.92],
          [l * 0.07, l],
          [0, l * 0.99],
        ],
        { isSmooth: true, at: [-l * 0.6, y, 0], turn: [0, 0, -90] },
      );
      for (const [dy, dz] of [
        [0.12, 0],
        [0.02, 0.16],
        [0.03, -0.16],
        [0.2, 0.07],
      ] as const) {
        k.tube(
          'leaves',
          [
            [l * 0.38, y, 0],
            [l * 0.58, y + dy * l * 0.5, dz * l * 0.6],
            [l * 0.82, y + dy * l, dz * l],
          ],
          [l * 0.012, l * 0.035, l * 0.008],
          { ends: 'round', segments: 8, name: 'leaf' },
        );
      }
    },
  },
  {
    names: ['egg'],
    chinese: ['鸡蛋', '蛋'],
    size: [
      [0.038, 0.055],
      [0.052, 0.072],
      [0.038, 0.055],
    ],
    slots: { shell: 'plaster:#eadcc6|#d8a982|#f4f0e8' },
    build(k) {
      const r = k.vary(0.0225);
      k.lathe(
        'shell',
        [
          [0, 0],
          [r * 0.6, r * 0.2],
          [r, r * 1.05],
          [r * 0.78, r * 1.95],
          [r * 0.4, r * 2.5],
          [0, r * 2.68],
        ],
        { isSmooth: true, segments: 28 },
      );
    },
  },
];
