import type { Noun } from '../../builder/noun.ts';
import { around, polar, SIDES } from '../shared/symmetry.ts';

/** Small animals of water and land. */
export const SMALL_CREATURES: readonly Noun[] = [
  {
    names: ['fish', 'goldfish'],
    chinese: ['鱼'],
    size: [
      [0.05, 0.16],
      [0.14, 0.3],
      [0.3, 0.56],
    ],
    slots: { body: 'ceramic:#e5792a|#4b8fc4|#b8bfc6', fins: 'ceramic:#f0b14a|#2c5f8f+', eye: 'plastic:#121212!' },
    isVaried: true,
    build(k) {
      const l = k.vary(0.32);
      const y = l * 0.28;
      k.loft(
        'body',
        [
          { y: -l * 0.36, w: l * 0.035, d: l * 0.1 },
          { y: -l * 0.22, w: l * 0.12, d: l * 0.18 },
          { y: l * 0.02, w: l * 0.17, d: l * 0.32 },
          { y: l * 0.26, w: l * 0.15, d: l * 0.25 },
          { y: l * 0.42, w: l * 0.08, d: l * 0.12 },
          { y: l * 0.46, w: 0, d: 0 },
        ],
        { at: [0, y, 0], turn: [90, 0, 0] },
      );
      k.extrude(
        'fins',
        [
          [0, -0.04],
          [0.3, -0.2],
          [0.22, 0],
          [0.3, 0.22],
          [0, 0.04],
        ].map(([x, h]) => [x! * l, h! * l] as const),
        l * 0.014,
        { at: [0, y, -l * 0.33], turn: [0, 90, 0], name: 'tail' },
      );
      k.extrude(
        'fins',
        [
          [-0.18, 0.12],
          [0.16, 0.16],
          [-0.02, 0.31],
          [-0.2, 0.28],
        ].map(([x, h]) => [x! * l, h! * l] as const),
        l * 0.014,
        { at: [0, y, 0], turn: [0, -90, 0], name: 'dorsal' },
      );
      for (const s of SIDES) {
        k.ball('fins', [l * 0.012, l * 0.05, l * 0.1], {
          at: [s * l * 0.12, y - l * 0.08, l * 0.04],
          turn: [35, s * 28, 0],
          name: 'fin',
        });
        k.ball('eye', l * 0.026, { at: [s * l * 0.066, y + l * 0.045, l * 0.31], segments: 12 });
      }
    },
  },
  {
    names: ['turtle', 'tortoise'],
    chinese: ['乌龟', '海龟'],
    size: [
      [0.26, 0.5],
      [0.16, 0.32],
      [0.36, 0.64],
    ],
    slots: { shell: 'leather:#5c5a32|#6e4f2c', skin: 'leather:#7d8c4c|#a3a05c+', dark: 'plastic:#141412!' },
    isVaried: true,
    build(k) {
      const r = k.vary(0.19);
      k.lathe(
        'shell',
        [
          [0, r * 0.22],
          [r * 0.85, r * 0.24],
          [r, r * 0.34],
          [r * 0.92, r * 0.52],
          [r * 0.6, r * 0.92],
          [0, r * 1.1],
        ],
        { segments: 32, scale: [0.92, 1, 1.12] },
      );
      for (const [radius, y, count] of [
        [0.5, 0.93, 6],
        [0.84, 0.62, 10],
      ] as const) {
        for (const angle of around(count)) {
          const [x, z] = polar(angle, radius * r);
          k.ball('shell', [r * 0.2, r * 0.1, r * 0.2], {
            at: [x * 0.92, y * r, z * 1.12],
            segments: 10,
            name: 'scute',
          });
        }
      }
      for (const [x, z] of [
        [-1, 1],
        [1, 1],
        [-1, -1],
        [1, -1],
      ] as const) {
        k.ball('skin', [r * 0.24, r * 0.17, r * 0.36], {
          at: [x * r * 0.78, r * 0.17, z * r * 0.78],
          turn: [0, x * z * 45, 0],
          segments: 16,
          name: 'leg',
        });
      }
      k.tube(
        'skin',
        [
          [0, r * 0.4, r * 0.85],
          [0, r * 0.55, r * 1.3],
          [0, r * 0.75, r * 1.5],
        ],
        [r * 0.2, r * 0.16, r * 0.15],
        { ends: 'round', name: 'neck' },
      );
      k.ball('skin', [r * 0.2, r * 0.18, r * 0.27], { at: [0, r * 0.8, r * 1.58], name: 'head' });
      for (const s of SIDES)
        k.ball('dark', r * 0.035, { at: [s * r * 0.14, r * 0.87, r * 1.72], segments: 10, name: 'eye' });
      k.spot('top', [0, r * 1.1, 0], r * 0.9, r);
    },
  },
  {
    names: ['snake', 'cobra', 'python'],
    chinese: ['蛇'],
    size: [
      [0.3, 0.62],
      [0.14, 0.34],
      [0.3, 0.66],
    ],
    slots: { skin: 'leather:#6f8a3a|#8a5a2c|#454d57', belly: 'leather:#d8cf9b+', dark: 'plastic:#101010!' },
    isVaried: true,
    build(k) {
      const r = k.vary(0.2);
      const coil = Array.from({ length: 34 }, (_, i) => {
        const t = i / 33;
        const [x, z] = polar(90 + t * 760, r * (1.05 - 0.55 * t));
        return [x, r * (0.13 + 0.5 * t * t), z] as const;
      });
      const end = coil.at(-1)!;
      const path = [
        ...coil,
        [end[0] * 0.5, end[1] + r * 0.25, end[2] + r * 0.3],
        [0, r * 1.1, r * 0.6],
        [0, r * 1.22, r * 0.95],
      ] as const;
      k.tube(
        'skin',
        path,
        path.map((_, i) => r * Math.min(0.13, 0.02 + i * 0.012)),
        { ends: 'round' },
      );
      k.ball('skin', [r * 0.17, r * 0.1, r * 0.24], { at: [0, r * 1.23, r * 1.1], name: 'head' });
      for (const s of SIDES)
        k.ball('dark', r * 0.03, { at: [s * r * 0.12, r * 1.29, r * 1.2], segments: 10, name: 'eye' });
    },
  },
  {
    names: ['butterfly', 'moth'],
    chinese: ['蝴蝶'],
    size: [
      [0.08, 0.15],
      [0.012, 0.06],
      [0.05, 0.11],
    ],
    slots: { wings: 'paper:#e5792a|#3f7fc4|#c9579a', spots: 'paper:#f6e3b0+', body: 'fur:#2a2320!' },
    isVaried: true,
    build(k) {
      const s = k.vary(0.055);
      for (const x of SIDES) {
        const upper = [
          [0.05, 0],
          [0.45, 0.75],
          [1, 0.82],
          [0.95, 0.35],
          [0.5, -0.02],
        ] as const;
        const lower = [
          [0.05, 0.05],
          [0.55, 0],
          [0.78, -0.35],
          [0.5, -0.78],
          [0.2, -0.45],
        ] as const;
        for (const outline of [upper, lower]) {
          k.extrude(
            'wings',
            outline.map(([u, v]) => [x * u * s, v * s] as const),
            s * 0.03,
            { at: [0, s * 0.16, 0], turn: [-90, 0, x * 14], isSmooth: true, name: 'wing' },
          );
        }
        k.ball('spots', [s * 0.16, s * 0.025, s * 0.16], {
          at: [x * s * 0.72, s * 0.35, -s * 0.55],
          turn: [0, 0, x * 14],
          segments: 14,
        });
        k.tube(
          'body',
          [
            [0, s * 0.18, -s * 0.35],
            [x * s * 0.12, s * 0.3, -s * 0.7],
            [x * s * 0.2, s * 0.32, -s * 0.85],
          ],
          s * 0.012,
          { ends: 'round', segments: 6, name: 'feeler' },
        );
      }
      k.ball('body', [s * 0.09, s * 0.09, s * 0.5], { at: [0, s * 0.14, 0], segments: 14 });
    },
  },
];
