import type { Noun } from '../../builder/noun.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Dragons. */
export const DRAGONS: readonly Noun[] = [
  {
    names: ['dragon', 'wyvern'],
    chinese: ['龙'],
    size: [
      [2.4, 4.6],
      [1.7, 3.0],
      [3.6, 6.2],
    ],
    slots: {
      skin: 'leather:#3f6f4a|#8a2f2a|#43507a',
      belly: 'leather:#d4c08a|#c99a52+',
      horn: 'ceramic:#e6dcc3!',
      eye: 'neon:#ffcf3d!',
    },
    isVaried: true,
    build(k) {
      const s = k.vary(1, 0.1);
      const spine = [
        [0, 0.12, -2.7],
        [0, 0.3, -2.1],
        [0, 0.72, -1.4],
        [0, 1.02, -0.6],
        [0, 1.1, 0.2],
        [0, 1.45, 0.85],
        [0, 1.95, 1.15],
        [0, 2.12, 1.5],
      ].map(([x, y, z]) => [x! * s, y! * s, z! * s] as const);
      k.tube(
        'skin',
        spine,
        [0.03, 0.1, 0.22, 0.42, 0.44, 0.25, 0.17, 0.17].map((r) => r * s),
        { ends: 'round', segments: 18, name: 'body' },
      );
      k.tube(
        'belly',
        [
          [0, 0.82, -1.0],
          [0, 0.82, -0.3],
          [0, 0.85, 0.3],
          [0, 1.2, 0.86],
          [0, 1.75, 1.22],
        ].map(([x, y, z]) => [x! * s, y! * s, z! * s] as const),
        [0.05, 0.27, 0.3, 0.17, 0.08].map((r) => r * s),
        { ends: 'round' },
      );
      k.ball('skin', [0.2 * s, 0.18 * s, 0.26 * s], { at: [0, 2.16 * s, 1.58 * s], name: 'head' });
      k.loft(
        'skin',
        [
          { y: 0, w: 0.3 * s, d: 0.26 * s },
          { y: 0.36 * s, w: 0.2 * s, d: 0.16 * s },
          { y: 0.44 * s, w: 0.1 * s, d: 0.08 * s },
        ],
        { at: [0, 2.1 * s, 1.68 * s], turn: [94, 0, 0], name: 'snout' },
      );
      for (const [i, z] of [-2.1, -1.7, -1.3, -0.9, -0.5, -0.1, 0.3].entries()) {
        const y = [0.42, 0.62, 0.98, 1.3, 1.5, 1.55, 1.52][i]!;
        k.cylinder('horn', 0.07 * s, 0.2 * s, {
          at: [0, (y - 0.05) * s, z * s],
          turn: [-14, 0, 0],
          scale: [0.5, 1, 1],
          top: 0,
          segments: 8,
          name: 'spike',
        });
      }
      for (const x of SIDES) {
        k.tube(
          'horn',
          [
            [x * 0.1 * s, 2.26 * s, 1.5 * s],
            [x * 0.17 * s, 2.45 * s, 1.3 * s],
            [x * 0.16 * s, 2.52 * s, 1.08 * s],
          ],
          [0.05 * s, 0.035 * s, 0.005 * s],
          { ends: 'round' },
        );
        k.ball('eye', 0.042 * s, { at: [x * 0.15 * s, 2.22 * s, 1.73 * s], segments: 12 });
        for (const z of SIDES) {
          const [lz, bend] = [z > 0 ? 0.3 : -0.75, z > 0 ? 0.12 : -0.16];
          k.tube(
            'skin',
            [
              [x * 0.32 * s, 0.85 * s, lz * s],
              [x * 0.5 * s, 0.5 * s, (lz + bend * 0.8) * s],
              [x * 0.5 * s, 0.12 * s, (lz + bend * 0.2) * s],
            ],
            [0.22 * s, 0.14 * s, 0.1 * s],
            { ends: 'round', name: 'leg' },
          );
          k.ball('skin', [0.14 * s, 0.08 * s, 0.2 * s], {
            at: [x * 0.5 * s, 0.08 * s, (lz + bend * 0.2 + 0.1) * s],
            name: 'foot',
          });
        }
        const wing = [
          [0.2, 1.35],
          [0.95, 2.35],
          [1.75, 2.15],
          [1.55, 1.75],
          [1.25, 1.45],
          [1.0, 1.55],
          [0.7, 1.15],
          [0.5, 1.3],
        ] as const;
        k.extrude(
          'belly',
          wing.map(([u, v]) => [x * u * s, v * s] as const),
          0.03 * s,
          { at: [0, 0, -0.1 * s], turn: [0, x * 22, 0], name: 'wing' },
        );
        k.tube(
          'skin',
          [
            [x * 0.2, 1.35],
            [x * 0.95, 2.37],
            [x * 1.78, 2.16],
          ].map(([u, v]) => [u! * s, v! * s, 0] as const),
          [0.09 * s, 0.055 * s, 0.02 * s],
          { at: [0, 0, -0.1 * s], turn: [0, x * 22, 0], ends: 'round', isSmooth: false, name: 'wing_bone' },
        );
      }
      k.spot('top', [0, 1.55 * s, 0], 0.5, 0.8);
    },
  },
];
