import type { Noun } from '../../builder/noun.ts';
import { around, polar } from '../shared/symmetry.ts';

/** Trees and bushes. */
export const TREES: readonly Noun[] = [
  {
    names: ['tree', 'oak tree', 'apple tree', 'bush tree'],
    chinese: ['树', '大树'],
    size: [
      [2.4, 5.2],
      [4.0, 6.8],
      [2.4, 5.2],
    ],
    slots: { trunk: 'bark!', leaves: 'leaf:#4f8a37|#6b9a3a|#3d7340' },
    isVaried: true,
    build(k) {
      const h = k.vary(5.2, 0.12);
      const r = h * 0.28;
      k.tube(
        'trunk',
        [
          [0, -0.02, 0],
          [0.03 * h, h * 0.2, 0],
          [-0.02 * h, h * 0.4, 0.01 * h],
          [0, h * 0.62, 0],
        ],
        [h * 0.06, h * 0.036, h * 0.03, h * 0.015],
        { segments: 14 },
      );
      for (const angle of around(5)) {
        const direction = angle + k.vary(20, 1);
        const [x, z] = polar(direction, r * k.vary(0.5, 0.15));
        k.tube(
          'trunk',
          [
            [0, h * 0.36, 0],
            [x * 0.5, h * 0.47, z * 0.5],
            [x, h * 0.58, z],
          ],
          [h * 0.02, h * 0.014, h * 0.008],
          { segments: 8, name: 'branch' },
        );
        k.ball('leaves', r * k.vary(0.56, 0.14), { at: [x, h * k.vary(0.62, 0.06), z], segments: 16 });
      }
      for (const angle of around(3)) {
        const [x, z] = polar(angle + 30, r * 0.34);
        k.ball('leaves', r * k.vary(0.56, 0.1), { at: [x, h * k.vary(0.8, 0.03), z], segments: 16 });
      }
      k.ball('leaves', [r * 0.75, r * 0.7, r * 0.75], { at: [0, h * 0.68, 0], segments: 18 });
      k.spot('under', [0, 0, h * 0.19], r * 1.2, r * 0.5, h * 0.3);
    },
  },
  {
    names: ['pine tree', 'fir', 'fir tree', 'christmas tree', 'spruce', 'conifer'],
    chinese: ['松树', '圣诞树'],
    size: [
      [1.8, 3.2],
      [4.4, 6.8],
      [1.8, 3.2],
    ],
    slots: { trunk: 'bark!', leaves: 'leaf:#2f5d3a|#3d6b3f' },
    isVaried: true,
    build(k) {
      const h = k.vary(5.6, 0.12);
      k.cylinder('trunk', h * 0.032, h * 0.3, { segments: 12, top: h * 0.026 });
      const tiers = k.count(4, 6);
      for (let i = 0; i < tiers; i++) {
        const t = i / tiers;
        const r = h * 0.22 * (1 - 0.72 * t);
        const y = h * (0.16 + 0.66 * t);
        const height = (h * 1.55) / (tiers + 1.4);
        k.lathe(
          'leaves',
          [
            [0, 0.12 * height],
            [r * 0.7, 0.05 * height],
            [r, 0],
            [r * 0.55, height * 0.42],
            [0, Math.min(height, h - y)],
          ],
          { at: [0, y, 0], segments: 20 },
        );
      }
      k.spot('under', [0, 0, h * 0.14], h * 0.2, h * 0.1, h * 0.14);
    },
  },
  {
    names: ['palm', 'palm tree', 'coconut tree'],
    chinese: ['棕榈树', '椰子树'],
    size: [
      [2.6, 4.8],
      [4.4, 6.8],
      [2.6, 4.8],
    ],
    slots: { trunk: 'bark:#8a6b4a!', leaves: 'leaf:#5a9440|#6fa545', nuts: 'wood:#5a3a22!' },
    isVaried: true,
    build(k) {
      const h = k.vary(5.2, 0.1);
      const lean = k.vary(0.5, 0.5);
      for (let i = 0; i < 11; i++) {
        const t = i / 11;
        k.lathe(
          'trunk',
          [
            [0.15 - 0.07 * t, 0],
            [0.19 - 0.08 * t, h * 0.08],
            [0.1 - 0.04 * t, h * 0.093],
          ],
          { at: [lean * t * t, h * t * 0.93 * 0.95, 0], segments: 14 },
        );
      }
      const [x, y] = [lean * 0.92, h * 0.885];
      for (const angle of around(9)) {
        const [dx, dz] = polar(angle + k.vary(12, 1), k.vary(1.75, 0.1));
        k.tube(
          'leaves',
          [
            [x, y, 0],
            [x + dx * 0.4, y + k.vary(0.5, 0.2), dz * 0.4],
            [x + dx * 0.8, y + 0.25, dz * 0.8],
            [x + dx, y - 0.55, dz],
          ],
          [0.06, 0.24, 0.2, 0.01],
          { flat: 0.14, segments: 8, name: 'frond', ends: 'round' },
        );
      }
      for (const angle of around(3)) {
        const [dx, dz] = polar(angle, 0.17);
        k.ball('nuts', 0.12, { at: [x + dx, y - 0.12, dz], segments: 14 });
      }
    },
  },
  {
    names: ['bush', 'shrub', 'hedge'],
    chinese: ['灌木'],
    size: [
      [0.9, 1.8],
      [0.62, 1.2],
      [0.8, 1.7],
    ],
    slots: { leaves: 'leaf:#4f8a37|#5f8f4a|#3f6f35' },
    isVaried: true,
    build(k) {
      const r = k.vary(0.4);
      k.ball('leaves', [r, r * 0.95, r], { at: [0, r * 0.9, 0], segments: 18 });
      for (const angle of around(6)) {
        const [x, z] = polar(angle + k.vary(15, 1), r * 0.75);
        const s = r * k.vary(0.6, 0.15);
        k.ball('leaves', s, { at: [x, s * 0.95, z], segments: 14 });
      }
    },
  },
];
