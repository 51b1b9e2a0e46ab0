import type { Noun } from '../../builder/noun.ts';
import { SIDES } from '../shared/symmetry.ts';
import { GLASS, wing } from './vehicle-parts.ts';

/** Aircraft; they face +Z. */
export const AIRCRAFT: readonly Noun[] = [
  {
    names: ['airplane', 'plane', 'aeroplane', 'jet', 'aircraft'],
    chinese: ['飞机'],
    size: [
      [9.4, 12.6],
      [2.6, 3.9],
      [8.2, 11],
    ],
    slots: {
      body: 'paint:#ecebe6|#d0d6dc',
      wings: 'paint:#c8352f|#2c5fb3|#8a9299+',
      glass: GLASS,
      tyre: 'rubber!',
      metal: 'steel!',
    },
    build(k) {
      const l = k.vary(9.4, 0.06);
      const y = l * 0.16;
      k.loft(
        'body',
        [
          { y: -0.5 * l, w: 0.02 * l, d: 0.03 * l, z: -0.05 * l },
          { y: -0.42 * l, w: 0.05 * l, d: 0.065 * l, z: -0.035 * l },
          { y: -0.15 * l, w: 0.125 * l, d: 0.14 * l, z: -0.005 * l },
          { y: 0.2 * l, w: 0.14 * l, d: 0.15 * l },
          { y: 0.4 * l, w: 0.115 * l, d: 0.12 * l },
          { y: 0.47 * l, w: 0.065 * l, d: 0.07 * l },
          { y: 0.49 * l, w: 0, d: 0 },
        ],
        { at: [0, y, 0], turn: [90, 0, 0] },
      );
      k.ball('glass', [l * 0.055, l * 0.055, l * 0.11], { at: [0, y + l * 0.065, l * 0.2], name: 'canopy' });
      wing(k, l * 0.58, l * 0.19, l * 0.11, [0, y - l * 0.03, l * 0.1]);
      wing(k, l * 0.19, l * 0.11, l * 0.065, [0, y + l * 0.045, -l * 0.41]);
      k.extrude(
        'wings',
        [
          [-l * 0.49, 0],
          [-l * 0.345, 0],
          [-l * 0.43, l * 0.15],
          [-l * 0.49, l * 0.15],
        ],
        l * 0.012,
        { at: [0, y + l * 0.03, 0], turn: [0, -90, 0], bevel: l * 0.003, name: 'fin' },
      );
      k.lathe(
        'metal',
        [
          [0, 0],
          [l * 0.022, l * 0.005],
          [l * 0.012, l * 0.03],
          [0, l * 0.045],
        ],
        { at: [0, y, l * 0.485], turn: [90, 0, 0], name: 'spinner' },
      );
      for (const turn of [0, 90])
        k.ball('metal', [l * 0.115, l * 0.011, l * 0.004], {
          at: [0, y, l * 0.5],
          turn: [0, 0, turn + 25],
          name: 'propeller',
        });
      for (const s of SIDES) {
        k.tube(
          'metal',
          [
            [s * l * 0.05, y - l * 0.05, l * 0.16],
            [s * l * 0.1, l * 0.035, l * 0.16],
          ],
          l * 0.008,
          { isSmooth: false, name: 'strut' },
        );
        k.cylinder('tyre', l * 0.035, l * 0.02, {
          at: [s * l * 0.1 + l * 0.01, l * 0.035, l * 0.16],
          turn: [0, 0, 90],
          bevel: l * 0.006,
          name: 'wheel',
        });
      }
      k.cylinder('tyre', l * 0.02, l * 0.014, {
        at: [l * 0.007, l * 0.02, -l * 0.4],
        turn: [0, 0, 90],
        bevel: l * 0.004,
        name: 'tail_wheel',
      });
      k.tube(
        'metal',
        [
          [0, y + l * 0.02, -l * 0.4],
          [0, l * 0.02, -l * 0.4],
        ],
        l * 0.005,
        { isSmooth: false, name: 'tail_strut' },
      );
    },
  },
  {
    names: ['helicopter', 'chopper'],
    chinese: ['直升机'],
    size: [
      [6.8, 9.4],
      [3.3, 4.2],
      [8.2, 10.8],
    ],
    slots: { body: 'paint:#b3282d|#2c5fb3|#4d5a3c', glass: GLASS, metal: 'steel!', rotor: 'plastic:#2b2d30+' },
    build(k) {
      const s = k.vary(1, 0.06);
      k.ball('body', [0.95 * s, 1.0 * s, 1.75 * s], { at: [0, 1.5 * s, 0.9 * s], e: 2.3, name: 'cabin' });
      k.ball('glass', [0.9 * s, 0.8 * s, 1.0 * s], { at: [0, 1.6 * s, 1.72 * s], e: 2.2, name: 'windscreen' });
      k.tube(
        'body',
        [
          [0, 1.8 * s, -0.3 * s],
          [0, 1.95 * s, -2.2 * s],
          [0, 2.05 * s, -4.6 * s],
        ],
        [0.72 * s, 0.34 * s, 0.14 * s],
        { ends: 'round', segments: 18, name: 'boom' },
      );
      k.extrude(
        'body',
        [
          [-4.9, 1.85],
          [-4.3, 1.85],
          [-4.75, 3.0],
          [-5.15, 3.0],
        ].map(([x, y]) => [x! * s, y! * s] as const),
        0.08 * s,
        { turn: [0, -90, 0], bevel: 0.02 * s, name: 'fin' },
      );
      k.box('body', [1.6 * s, 0.06 * s, 0.42 * s], { at: [0, 2.0 * s, -4.1 * s], name: 'stabilizer' });
      k.cylinder('metal', 0.09 * s, 0.6 * s, { at: [0, 2.4 * s, 0.6 * s], name: 'mast' });
      k.ball('rotor', [0.3 * s, 0.1 * s, 0.3 * s], { at: [0, 3.02 * s, 0.6 * s], name: 'hub' });
      for (const turn of [32, 122])
        k.box('rotor', [9.6 * s, 0.035 * s, 0.26 * s], {
          at: [0, 3.0 * s, 0.6 * s],
          turn: [0, turn, 0],
          bevel: 0.01 * s,
          name: 'blade',
        });
      for (const turn of [0, 90])
        k.box('rotor', [0.03 * s, 1.5 * s, 0.1 * s], {
          at: [0.13 * s, 2.45 * s, -4.75 * s],
          turn: [turn, 0, 0],
          name: 'tail_blade',
        });
      for (const x of SIDES) {
        k.tube(
          'metal',
          [
            [x * 0.95, 0.28, 2.3],
            [x * 0.95, 0.07, 1.9],
            [x * 0.95, 0.07, -0.9],
          ].map(([a, b, c]) => [a! * s, b! * s, c! * s] as const),
          0.06 * s,
          { ends: 'round', name: 'skid' },
        );
        for (const z of [0.1, 1.5])
          k.tube(
            'metal',
            [
              [x * 0.5 * s, 0.75 * s, z * s],
              [x * 0.95 * s, 0.08 * s, z * s],
            ],
            0.045 * s,
            { isSmooth: false, name: 'strut' },
          );
      }
    },
  },
  {
    names: ['rocket', 'spaceship', 'space rocket'],
    chinese: ['火箭'],
    size: [
      [2.2, 3.6],
      [9, 12],
      [2.2, 3.6],
    ],
    slots: {
      body: 'paint:#eceae4|#d8dde2',
      trim: 'paint:#c8352f|#2c5fb3|#e5792a+',
      glass: 'glass:#58a8d8!',
      metal: 'steel!',
    },
    build(k) {
      const h = k.vary(10.6, 0.08);
      const r = h * k.vary(0.1, 0.06);
      k.lathe(
        'body',
        [
          [0, h * 0.1],
          [r * 0.7, h * 0.1],
          [r, h * 0.3],
          [r * 1.02, h * 0.5],
          [r * 0.82, h * 0.74],
        ],
        { isSmooth: true, segments: 36 },
      );
      k.lathe(
        'trim',
        [
          [r * 0.84, h * 0.735],
          [r * 0.6, h * 0.86],
          [r * 0.22, h * 0.96],
          [0, h],
        ],
        { isSmooth: true, segments: 36, name: 'nose' },
      );
      k.torus('trim', r * 0.99, r * 0.06, { at: [0, h * 0.33, 0], name: 'band' });
      k.lathe(
        'metal',
        [
          [r * 0.4, h * 0.1],
          [r * 0.55, h * 0.05],
          [r * 0.7, h * 0.02],
          [r * 0.6, h * 0.02],
          [r * 0.3, h * 0.09],
        ],
        { isLoop: true, name: 'nozzle' },
      );
      for (const angle of [45, 135, 225, 315]) {
        k.extrude(
          'trim',
          [
            [r * 0.7, h * 0.34],
            [r * 1.55, h * 0.17],
            [r * 1.75, 0],
            [r * 1.35, h * 0.06],
            [r * 0.6, h * 0.12],
          ],
          h * 0.014,
          { turn: [0, angle, 0], bevel: 0.03, name: 'fin' },
        );
      }
      k.cylinder('glass', r * 0.36, r * 0.2, {
        at: [0, h * 0.6, r * 0.8],
        turn: [88, 0, 0],
        bevel: r * 0.04,
        name: 'window',
      });
      k.torus('metal', r * 0.38, r * 0.08, { at: [0, h * 0.6, r * 0.95], turn: [90, 0, 0], name: 'window_rim' });
    },
  },
];
