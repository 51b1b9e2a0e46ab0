import type { Noun } from '../../builder/noun.ts';
import { SIDES } from '../shared/symmetry.ts';
import { PAINTS } from './vehicle-parts.ts';

/** Vehicles with two wheels; they face +Z. */
export const TWO_WHEELERS: readonly Noun[] = [
  {
    names: ['bicycle', 'bike', 'cycle'],
    chinese: ['自行车', '单车'],
    size: [
      [0.4, 0.66],
      [0.92, 1.18],
      [1.55, 1.92],
    ],
    slots: { frame: PAINTS, tyre: 'rubber!', rim: 'aluminium!', saddle: 'leather:#2b211c+', metal: 'steel!' },
    build(k) {
      const r = k.vary(0.335, 0.03);
      const base = k.vary(1.04, 0.03);
      const [rear, front] = [
        [0, r, -base / 2],
        [0, r, base / 2],
      ] as const;
      const [crank, seat, head] = [
        [0, r * 0.83, -0.09],
        [0, 0.86, -0.22],
        [0, 0.83, base / 2 - 0.2],
      ] as const;
      for (const hub of [rear, front]) {
        k.torus('tyre', r - 0.018, 0.018, { at: hub, turn: [0, 0, 90], segments: 48 });
        k.torus('rim', r - 0.04, 0.01, { at: hub, turn: [0, 0, 90], segments: 48 });
        k.cylinder('metal', 0.026, 0.09, { at: [0.045, hub[1], hub[2]], turn: [0, 0, 90], segments: 16, name: 'hub' });
        for (let i = 0; i < 14; i++) {
          const a = (i / 14) * 2 * Math.PI;
          k.tube(
            'metal',
            [
              [0, hub[1], hub[2]],
              [0, hub[1] + Math.sin(a) * (r - 0.035), hub[2] + Math.cos(a) * (r - 0.035)],
            ],
            0.0028,
            { isSmooth: false, segments: 5, name: 'spoke' },
          );
        }
      }
      const bar = (a: readonly [number, number, number], b: readonly [number, number, number], thick = 0.017) =>
        k.tube('frame', [a, b], thick, { ends: 'round', isSmooth: false, name: 'frame_tube' });
      const low = [0, head[1] - 0.13, head[2] + 0.03] as const;
      bar(crank, seat);
      bar(seat, head);
      bar(crank, low, 0.02);
      bar([0, head[1] + 0.05, head[2] - 0.012], low, 0.021);
      for (const s of SIDES) {
        bar([s * 0.02, crank[1], crank[2]], [s * 0.055, r, -base / 2], 0.01);
        bar([s * 0.02, seat[1] - 0.03, seat[2]], [s * 0.055, r, -base / 2], 0.009);
        bar([s * 0.03, low[1], low[2]], [s * 0.052, r, base / 2], 0.011);
        k.box('saddle', [0.09, 0.022, 0.06], {
          at: [s * 0.115, s * 0.17 + crank[1], crank[2] + s * 0.0],
          bevel: 0.006,
          name: 'pedal',
        });
        k.tube(
          'metal',
          [
            [s * 0.05, crank[1], crank[2]],
            [s * 0.075, crank[1] + s * 0.17, crank[2]],
          ],
          0.01,
          { isSmooth: false, ends: 'round', name: 'crank' },
        );
        k.tube(
          'metal',
          [
            [0, 1.0, head[2] - 0.03],
            [s * 0.15, 1.02, head[2] - 0.02],
            [s * 0.25, 1.01, head[2] - 0.12],
          ],
          0.012,
          { ends: 'round', name: 'handlebar' },
        );
        k.tube(
          'saddle',
          [
            [s * 0.22, 1.012, head[2] - 0.09],
            [s * 0.265, 1.008, head[2] - 0.145],
          ],
          0.017,
          { ends: 'round', isSmooth: false, name: 'grip' },
        );
      }
      bar([0, head[1], head[2]], [0, 1.0, head[2] - 0.03], 0.014);
      bar(seat, [0, 0.95, -0.235], 0.013);
      k.loft(
        'saddle',
        [
          { y: -0.13, w: 0.15, d: 0.05 },
          { y: -0.04, w: 0.12, d: 0.055 },
          { y: 0.06, w: 0.05, d: 0.045 },
          { y: 0.14, w: 0.035, d: 0.035 },
        ],
        { at: [0, 0.965, -0.22], turn: [90, 0, 0] },
      );
      k.cylinder('metal', 0.095, 0.008, {
        at: [0.05, crank[1], crank[2]],
        turn: [0, 0, 90],
        segments: 28,
        name: 'chainring',
      });
    },
  },
  {
    names: ['motorcycle', 'motorbike', 'scooter'],
    chinese: ['摩托车'],
    size: [
      [0.6, 0.95],
      [1.0, 1.3],
      [1.85, 2.35],
    ],
    slots: {
      body: PAINTS,
      tyre: 'rubber!',
      rim: 'chrome!',
      seat: 'leather:#221d1a+',
      metal: 'steel!',
      light: 'neon:#fff6dc!',
    },
    build(k) {
      const r = k.vary(0.315, 0.03);
      const base = k.vary(1.42, 0.03);
      for (const s of SIDES) {
        const z = (s * base) / 2;
        k.torus('tyre', r - 0.06, 0.062, { at: [0, r, z], turn: [0, 0, 90], segments: 40 });
        k.cylinder('rim', r * 0.62, 0.06, { at: [0.03, r, z], turn: [0, 0, 90], bevel: 0.012 });
        k.tube(
          'metal',
          [
            [s * 0.0 + 0.09, r, base / 2],
            [0.09, 0.62, base / 2 - 0.16],
            [0.08, 0.98, base / 2 - 0.3],
          ],
          0.026,
          { scale: [s, 1, 1], isSmooth: false, ends: 'round', name: 'fork' },
        );
        k.tube(
          'metal',
          [
            [0.1, r, -base / 2],
            [0.12, 0.42, -0.1],
          ],
          0.03,
          { scale: [s, 1, 1], ends: 'round', isSmooth: false, name: 'swingarm' },
        );
        k.tube(
          'metal',
          [
            [0.06, 1.0, base / 2 - 0.3],
            [0.26, 1.08, base / 2 - 0.32],
            [0.38, 1.06, base / 2 - 0.44],
          ],
          0.015,
          { scale: [s, 1, 1], ends: 'round', name: 'handlebar' },
        );
        k.tube(
          'rim',
          [
            [0.14, 0.42, 0.18],
            [0.17, 0.28, 0.0],
            [0.17, 0.3, -0.5],
            [0.17, 0.36, -0.82],
          ],
          [0.03, 0.034, 0.042, 0.046],
          { scale: [s, 1, 1], name: 'exhaust' },
        );
      }
      k.box('metal', [0.3, 0.34, 0.42], { at: [0, 0.3, 0.05], bevel: 0.06, name: 'engine' });
      for (let i = 0; i < 5; i++)
        k.box('metal', [0.34, 0.016, 0.34], { at: [0, 0.47 + i * 0.034, 0.09], bevel: 0.005, name: 'fin' });
      k.ball('body', [0.165, 0.15, 0.31], { at: [0, 0.83, 0.14], e: 2.6, name: 'tank' });
      k.tube(
        'seat',
        [
          [0, 0.78, -0.06],
          [0, 0.78, -0.35],
          [0, 0.86, -0.68],
        ],
        [0.11, 0.14, 0.1],
        { ends: 'round', flat: 1, scale: [1, 1, 1] },
      );
      k.tube(
        'body',
        [
          [0, 0.72, -0.3],
          [0, 0.78, -0.66],
          [0, 0.83, -0.86],
        ],
        [0.09, 0.1, 0.05],
        { ends: 'round', name: 'tail' },
      );
      const fender = Array.from({ length: 7 }, (_, i) => (i / 6) * 1.9 - 0.65);
      for (const z of SIDES)
        k.tube(
          'body',
          fender.map(
            (a) => [0, r + Math.cos(a * z) * (r + 0.05), (z * base) / 2 + Math.sin(a * z) * -1 * (r + 0.05)] as const,
          ),
          [0.03, 0.08, 0.085, 0.085, 0.085, 0.08, 0.03],
          { flat: 1, ends: 'round', segments: 10, name: 'fender' },
        );
      k.tube(
        'light',
        [
          [0, 0.92, base / 2 - 0.22],
          [0, 0.92, base / 2 - 0.1],
        ],
        0.09,
        { isSmooth: false, ends: 'round', name: 'headlight' },
      );
      k.spot('top', [0, 0.93, -0.35], 0.25, 0.5);
    },
  },
];
