import type { Noun } from '../../builder/noun.ts';
import { SIDES } from '../shared/symmetry.ts';
import { GLASS, hull, PAINTS, wheels, WHEELS } from './vehicle-parts.ts';

/** Vehicles with four or more wheels; they face +Z. */
export const ROAD_VEHICLES: readonly Noun[] = [
  {
    names: ['car', 'automobile', 'sedan', 'sports car', 'taxi', 'racing car'],
    chinese: ['汽车', '车', '轿车'],
    size: [
      [1.7, 2.2],
      [1.3, 1.6],
      [3.9, 4.7],
    ],
    slots: {
      body: PAINTS,
      glass: GLASS,
      ...WHEELS,
      trim: 'plastic:#26282b!',
      light: 'neon:#fff6dc!',
      tail: 'neon:#d5262b!',
    },
    build(k) {
      const [l, w, h] = [k.vary(4.3, 0.05), k.vary(1.8, 0.04), k.vary(1.42, 0.04)];
      const belt = h * 0.6;
      const cut = (z: number, low: number, high: number, width: number) => ({ z, low, high, width });
      hull(
        k,
        'body',
        [
          cut(-0.5, 0.34, 0.52, 0.84),
          cut(-0.47, 0.24, 0.62, 0.94),
          cut(-0.3, 0.19, 0.64, 1),
          cut(0, 0.19, 0.625, 1),
          cut(0.25, 0.19, 0.62, 1),
          cut(0.41, 0.2, 0.575, 0.97),
          cut(0.475, 0.22, 0.54, 0.92),
          cut(0.5, 0.26, 0.47, 0.82),
        ],
        l,
        w,
        h,
      );
      k.box('glass', [w * 0.86, h * 0.36, l * 0.52], {
        at: [0, belt * 0.98, -l * 0.06],
        taper: [0.78, 0.62],
        bevel: 0.03,
        corner: 0.16,
        name: 'windows',
      });
      k.box('body', [w * 0.7, h * 0.06, l * 0.345], {
        at: [0, h * 0.935, -l * 0.06],
        taper: [0.86, 0.88],
        bevel: 0.03,
        corner: 0.14,
        name: 'roof',
      });
      for (const s of SIDES) {
        const pillar = (z0: number, z1: number) =>
          k.tube(
            'body',
            [
              [s * w * 0.43, belt * 0.98, z0 * l],
              [s * w * 0.33, h * 0.95, z1 * l],
            ],
            0.036,
            { isSmooth: false, segments: 8, name: 'pillar' },
          );
        pillar(0.195, 0.105);
        pillar(-0.04, -0.045);
        pillar(-0.315, -0.22);
        k.box('light', [w * 0.17, h * 0.075, 0.1], {
          at: [s * w * 0.28, h * 0.385, l * 0.492],
          turn: [0, s * 10, 0],
          bevel: 0.03,
          name: 'headlight',
        });
        k.box('tail', [w * 0.2, h * 0.07, 0.08], {
          at: [s * w * 0.28, h * 0.43, -l * 0.495],
          turn: [0, s * -12, 0],
          bevel: 0.02,
          name: 'tail_light',
        });
        k.ball('body', [0.09, 0.06, 0.05], { at: [s * w * 0.53, belt * 1.06, l * 0.13], segments: 14, name: 'mirror' });
        k.box('trim', [0.04, 0.035, l * 0.42], { at: [s * w * 0.495, h * 0.21, 0], name: 'sill' });
        k.box('trim', [0.02, 0.025, 0.13], { at: [s * w * 0.502, h * 0.5, -l * 0.01], name: 'handle' });
      }
      k.box('trim', [w * 0.5, h * 0.1, 0.06], { at: [0, h * 0.27, l * 0.492], bevel: 0.015, name: 'grille' });
      wheels(k, h * 0.225, w * 0.12, w * 0.44, [l * 0.31, -l * 0.3]);
      k.spot('top', [0, h * 0.99, -l * 0.06], w * 0.6, l * 0.3);
    },
  },
  {
    names: ['truck', 'lorry'],
    chinese: ['卡车', '货车'],
    size: [
      [2.1, 2.7],
      [2.7, 3.5],
      [6.4, 8.2],
    ],
    slots: {
      body: PAINTS,
      cargo: 'paint:#e4e2dc|#9aa4ab+',
      glass: GLASS,
      ...WHEELS,
      trim: 'plastic:#26282b!',
      light: 'neon:#fff6dc!',
    },
    build(k) {
      const [l, w, h] = [k.vary(7.2, 0.05), k.vary(2.3, 0.04), k.vary(3.05, 0.05)];
      k.box('trim', [w * 0.6, 0.22, l * 0.96], { at: [0, 0.62, 0], name: 'frame' });
      k.box('cargo', [w, h - 0.92, l * 0.68], { at: [0, 0.86, -l * 0.15], bevel: 0.04 });
      k.box('body', [w * 0.96, h * 0.36, l * 0.245], {
        at: [0, 0.6, l * 0.365],
        bevel: 0.08,
        corner: 0.12,
        name: 'cab',
      });
      k.box('body', [w * 0.94, h * 0.32, l * 0.24], {
        at: [0, 0.58 + h * 0.35, l * 0.36],
        taper: [0.92, 0.72],
        bevel: 0.08,
        corner: 0.14,
        name: 'cab_top',
      });
      k.box('glass', [w * 0.84, h * 0.22, l * 0.2], {
        at: [0, 0.64 + h * 0.37, l * 0.393],
        taper: [0.94, 0.7],
        bevel: 0.04,
        corner: 0.08,
        name: 'windscreen',
      });
      k.box('glass', [w * 0.965, h * 0.18, l * 0.13], {
        at: [0, 0.64 + h * 0.37, l * 0.35],
        taper: [0.94, 0.8],
        bevel: 0.03,
        corner: 0.06,
        name: 'side_windows',
      });
      for (const s of SIDES) {
        k.box('light', [0.3, 0.2, 0.06], { at: [s * w * 0.34, 0.85, l * 0.487], bevel: 0.04, name: 'headlight' });
        k.box('trim', [0.1, 0.42, 0.2], { at: [s * w * 0.53, 1.75, l * 0.42], bevel: 0.03, name: 'mirror' });
      }
      k.box('trim', [w * 0.94, 0.26, 0.16], { at: [0, 0.45, l * 0.485], bevel: 0.04, name: 'bumper' });
      k.box('trim', [w * 0.5, 0.35, 0.04], { at: [0, 1.05, l * 0.488], bevel: 0.02, name: 'grille' });
      wheels(k, 0.48, 0.32, w * 0.42, [l * 0.33, -l * 0.17, -l * 0.32]);
    },
  },
  {
    names: ['bus', 'school bus', 'coach'],
    chinese: ['公交车', '巴士'],
    size: [
      [2.3, 2.9],
      [2.7, 3.5],
      [8.6, 11.4],
    ],
    slots: {
      body: 'paint:#e0a22c|#b3282d|#2c6f8f',
      glass: GLASS,
      ...WHEELS,
      trim: 'plastic:#26282b+',
      light: 'neon:#fff6dc!',
    },
    build(k) {
      const [l, w, h] = [k.vary(10, 0.06), k.vary(2.5, 0.04), k.vary(3.0, 0.05)];
      k.box('body', [w, h - 0.4, l], { at: [0, 0.4, 0], bevel: 0.16, corner: 0.22 });
      const count = 7;
      for (const s of SIDES) {
        for (let i = 0; i < count; i++) {
          k.box('glass', [0.06, h * 0.28, (l * 0.74) / count], {
            at: [s * w * 0.495, h * 0.56, l * (-0.42 + (0.8 * (i + 0.5)) / count)],
            bevel: 0.02,
            name: 'window',
          });
        }
        k.box('trim', [0.04, 0.07, l * 0.9], { at: [s * w * 0.5, h * 0.45, 0], name: 'stripe' });
        k.cylinder('light', 0.13, 0.06, {
          at: [s * w * 0.36, 0.85, l * 0.497],
          turn: [90, 0, 0],
          bevel: 0.02,
          name: 'headlight',
        });
      }
      k.box('glass', [w * 0.86, h * 0.36, 0.08], {
        at: [0, h * 0.5, l * 0.498],
        bevel: 0.03,
        corner: 0.1,
        name: 'windscreen',
      });
      k.box('glass', [w * 0.8, h * 0.26, 0.08], { at: [0, h * 0.58, -l * 0.498], bevel: 0.03, name: 'rear_window' });
      for (const z of SIDES)
        k.box('trim', [w * 0.98, 0.2, 0.14], { at: [0, 0.4, z * l * 0.49], bevel: 0.05, name: 'bumper' });
      wheels(k, 0.48, 0.3, w * 0.44, [l * 0.31, -l * 0.28]);
      k.spot('top', [0, h, 0], w * 0.8, l * 0.8);
    },
  },
];
