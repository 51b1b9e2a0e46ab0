import type { Noun } from '../../builder/noun.ts';
import type { SolidPoint } from '../../solids/solid.ts';
import { armPoint, bone } from './machine-limbs.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Skeletons, aliens and other fantastic figures; in A-pose, or T-pose on request. */
export const STRANGE_FIGURES: readonly Noun[] = [
  {
    names: ['skeleton', 'undead'],
    chinese: ['骷髅', '骨架'],
    size: [
      [0.75, 1.9],
      [1.6, 1.95],
      [0.14, 0.42],
    ],
    slots: { bone: 'ceramic:#e9e2d0', dark: 'plastic:#17130f!' },
    build(k) {
      const u = k.vary(1.76, 0.04);
      const at = (x: number, y: number, z = 0): SolidPoint => [x * u, y * u, z * u];
      k.ball('bone', [0.046 * u, 0.054 * u, 0.056 * u], { at: at(0, 0.94, -0.004), name: 'skull' });
      k.box('bone', [0.05 * u, 0.045 * u, 0.05 * u], {
        at: at(0, 0.868, 0.022),
        taper: [1.3, 1.1],
        bevel: 0.01 * u,
        name: 'jaw',
      });
      for (const s of SIDES) {
        k.ball('dark', [0.0145 * u, 0.0155 * u, 0.012 * u], {
          at: at(s * 0.019, 0.934, 0.044),
          segments: 14,
          name: 'eye',
        });
        for (let i = 0; i < 6; i++) {
          const [y, w] = [0.77 - i * 0.0255, 0.072 + 0.022 * Math.sin((i / 5) * 2.4)];
          k.tube(
            'bone',
            [
              at(0, y, -0.035),
              at(s * w, y - 0.006, -0.012),
              at(s * w * 0.85, y - 0.018, 0.035),
              at(0, y - 0.022, 0.052),
            ],
            0.0062 * u,
            { segments: 8, ends: 'round', name: 'rib' },
          );
        }
        k.tube('bone', [at(0, 0.805, 0.02), at(s * 0.1, 0.812, 0)], [0.007 * u, 0.008 * u], {
          ends: 'round',
          isSmooth: false,
          segments: 8,
          name: 'collar_bone',
        });
        k.ball('bone', [0.052 * u, 0.045 * u, 0.02 * u], {
          at: at(s * 0.043, 0.515, -0.005),
          turn: [0, s * 25, s * 24],
          name: 'hip',
        });
        bone(k, u, at(s * 0.062, 0.49), at(s * 0.075, 0.285, 0.006), 0.0125);
        bone(k, u, at(s * 0.075, 0.27, 0.006), at(s * 0.085, 0.05, -0.01), 0.0105);
        k.tube(
          'bone',
          [at(s * 0.085, 0.02, -0.03), at(s * 0.087, 0.03, 0.01), at(s * 0.092, 0.012, 0.085)],
          [0.014 * u, 0.015 * u, 0.011 * u],
          { ends: 'round', name: 'foot' },
        );
        const p = (distance: number, z = 0) => armPoint(k, u, s, distance, z);
        bone(k, u, p(0.0), p(0.165), 0.0105);
        bone(k, u, p(0.18), p(0.315), 0.009);
        k.ball('bone', 0.016 * u, { at: p(0.335), segments: 12, name: 'wrist' });
        for (let i = 0; i < 4; i++)
          k.tube('bone', [p(0.34, (1.5 - i) * 0.008), p(0.425, (1.5 - i) * 0.015)], 0.0042 * u, {
            ends: 'round',
            isSmooth: false,
            segments: 6,
            name: 'finger',
          });
        k.tube('bone', [p(0.33, 0.012), p(0.375, 0.036)], 0.0042 * u, {
          ends: 'round',
          isSmooth: false,
          segments: 6,
          name: 'thumb',
        });
      }
      for (let i = 0; i < 15; i++)
        k.ball('bone', [0.021 * u, 0.0115 * u, 0.02 * u], {
          at: at(0, 0.52 + i * 0.0245, -0.035 + 0.018 * Math.sin(i * 0.5)),
          segments: 10,
          name: 'vertebra',
        });
      k.box('bone', [0.02 * u, 0.12 * u, 0.01 * u], { at: at(0, 0.64, 0.052), bevel: 0.003 * u, name: 'breastbone' });
      k.spot('head', at(0, 0.975), 0.1 * u, 0.1 * u);
      k.spot('hand', armPoint(k, u, -1, 0.36), 0.1, 0.1);
    },
  },
  {
    names: ['alien', 'extraterrestrial', 'martian'],
    chinese: ['外星人'],
    size: [
      [0.55, 1.3],
      [1.1, 1.5],
      [0.16, 0.44],
    ],
    slots: { skin: 'rubber:#8fb88a|#7a9ab8|#b08ab8', eye: 'ceramic:#101216!', suit: 'silk:#9aa3ad|#4a5a6a+' },
    build(k) {
      const u = k.vary(1.3, 0.05);
      const at = (x: number, y: number, z = 0): SolidPoint => [x * u, y * u, z * u];
      k.loft(
        'suit',
        [
          { y: 0.4, w: 0.1, d: 0.08 },
          { y: 0.46, w: 0.155, d: 0.11 },
          { y: 0.55, w: 0.13, d: 0.095 },
          { y: 0.64, w: 0.16, d: 0.1 },
          { y: 0.68, w: 0.13, d: 0.085 },
          { y: 0.7, w: 0.06, d: 0.05 },
        ].map((c) => ({ y: c.y * u, w: c.w * u, d: c.d * u })),
        { name: 'torso' },
      );
      k.tube('skin', [at(0, 0.68), at(0, 0.76)], [0.03 * u, 0.026 * u], { isSmooth: false, name: 'neck' });
      k.loft(
        'skin',
        [
          { y: 0.72, w: 0, d: 0, z: 0.03 },
          { y: 0.74, w: 0.07, d: 0.075, z: 0.025 },
          { y: 0.82, w: 0.17, d: 0.17, z: 0.01 },
          { y: 0.91, w: 0.23, d: 0.22, z: -0.005 },
          { y: 0.975, w: 0.17, d: 0.17, z: -0.01 },
          { y: 1.0, w: 0, d: 0, z: -0.01 },
        ].map((c) => ({ y: c.y * u, w: c.w * u, d: c.d * u, z: c.z * u, e: 2.1 })),
        { name: 'head' },
      );
      for (const s of SIDES) {
        k.ball('eye', [0.044 * u, 0.028 * u, 0.022 * u], {
          at: at(s * 0.052, 0.845, 0.083),
          turn: [0, s * 28, s * 28],
          segments: 20,
        });
        k.tube(
          'suit',
          [at(s * 0.048, 0.44), at(s * 0.062, 0.25, 0.004), at(s * 0.07, 0.05, -0.006)],
          [0.042 * u, 0.029 * u, 0.022 * u],
          { ends: 'round', name: 'leg' },
        );
        k.tube('skin', [at(s * 0.07, 0.022, -0.02), at(s * 0.078, 0.02, 0.07)], [0.024 * u, 0.018 * u], {
          ends: 'round',
          isSmooth: false,
          name: 'foot',
        });
        const drop = k.is('t_pose') ? 0.03 : 0.77;
        const p = (distance: number, z = 0): SolidPoint =>
          at(s * (0.065 + distance * Math.cos(drop)), 0.65 - distance * Math.sin(drop), z);
        k.tube('suit', [p(0), p(0.12), p(0.25, 0.006)], [0.027 * u, 0.02 * u, 0.017 * u], {
          ends: 'round',
          name: 'arm',
        });
        k.ball('skin', 0.023 * u, { at: p(0.275, 0.006), segments: 14, name: 'palm' });
        for (const i of [-1, 0, 1]) {
          k.tube('skin', [p(0.285, 0.006 + i * 0.012), p(0.36, 0.008 + i * 0.03)], [0.0085 * u, 0.006 * u], {
            ends: 'round',
            isSmooth: false,
            segments: 8,
            name: 'finger',
          });
        }
        k.tube(
          'skin',
          [at(s * 0.04, 0.975, -0.01), at(s * 0.06, 1.03, 0.0), at(s * 0.085, 1.06, 0.02)],
          [0.006 * u, 0.005 * u, 0.005 * u],
          { segments: 8, name: 'feeler' },
        );
        k.ball('skin', 0.013 * u, { at: at(s * 0.087, 1.065, 0.022), segments: 12, name: 'feeler_tip' });
      }
      k.spot('head', at(0, 0.98), 0.18 * u, 0.18 * u);
      k.spot('hand', at(-0.26, 0.45, 0.02), 0.1, 0.1);
    },
  },
];
