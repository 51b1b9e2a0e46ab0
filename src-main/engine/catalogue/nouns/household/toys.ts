import type { Noun } from '../../builder/noun.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Toys and sports equipment. */
export const TOYS: readonly Noun[] = [
  {
    names: ['ball', 'beach ball', 'football'],
    chinese: ['足球'],
    size: [
      [0.19, 0.27],
      [0.19, 0.27],
      [0.19, 0.27],
    ],
    slots: { body: 'plastic:#d8382f|#2c6fb8|#3f9a5a|#e8b52f' },
    build(k) {
      const r = k.vary(0.11);
      k.ball('body', r, { at: [0, r, 0], segments: 32 });
    },
  },
  {
    names: ['basketball'],
    chinese: ['篮球'],
    size: [
      [0.22, 0.27],
      [0.22, 0.27],
      [0.22, 0.27],
    ],
    slots: { body: 'leather:#cf6a2a', seam: 'rubber!' },
    build(k) {
      const r = k.vary(0.12, 0.04);
      k.ball('body', r, { at: [0, r, 0], segments: 32 });
      for (const turn of [
        [0, 0, 0],
        [90, 0, 0],
        [90, 45, 0],
        [90, -45, 0],
      ] as const)
        k.torus('seam', r * 0.995, r * 0.016, { at: [0, r, 0], turn, segments: 40 });
    },
  },
  {
    names: ['teddy bear', 'teddy', 'plush', 'stuffed animal'],
    chinese: ['泰迪熊', '玩具熊'],
    size: [
      [0.26, 0.46],
      [0.34, 0.52],
      [0.2, 0.38],
    ],
    slots: {
      fur: 'fur:#b07f4a|#d8b98a|#8a5a3a',
      pad: 'velvet:#e8d3ac+',
      dark: 'plastic:#1b1716!',
      bow: 'silk:#c0282d|#2c5fb3!',
    },
    build(k) {
      const s = k.vary(0.42);
      k.ball('fur', [s * 0.23, s * 0.25, s * 0.2], { at: [0, s * 0.27, 0], name: 'body' });
      k.ball('pad', [s * 0.15, s * 0.17, s * 0.08], { at: [0, s * 0.27, s * 0.14], name: 'belly' });
      k.ball('fur', [s * 0.21, s * 0.19, s * 0.19], { at: [0, s * 0.68, s * 0.02], name: 'head' });
      k.ball('pad', [s * 0.1, s * 0.08, s * 0.08], { at: [0, s * 0.63, s * 0.17], name: 'muzzle' });
      k.ball('dark', [s * 0.035, s * 0.025, s * 0.02], { at: [0, s * 0.66, s * 0.245], segments: 12, name: 'nose' });
      for (const x of SIDES) {
        k.ball('dark', s * 0.022, { at: [x * s * 0.08, s * 0.74, s * 0.19], segments: 12, name: 'eye' });
        k.ball('fur', [s * 0.08, s * 0.08, s * 0.045], { at: [x * s * 0.165, s * 0.84, s * 0.0], name: 'ear' });
        k.ball('pad', [s * 0.05, s * 0.05, s * 0.025], {
          at: [x * s * 0.165, s * 0.84, s * 0.035],
          segments: 14,
          name: 'inner_ear',
        });
        k.tube(
          'fur',
          [
            [x * s * 0.17, s * 0.43, 0],
            [x * s * 0.3, s * 0.34, s * 0.05],
            [x * s * 0.35, s * 0.24, s * 0.1],
          ],
          [s * 0.075, s * 0.08, s * 0.07],
          { ends: 'round', name: 'arm' },
        );
        k.tube(
          'fur',
          [
            [x * s * 0.12, s * 0.11, s * 0.02],
            [x * s * 0.2, s * 0.1, s * 0.2],
            [x * s * 0.22, s * 0.1, s * 0.3],
          ],
          [s * 0.1, s * 0.1, s * 0.095],
          { ends: 'round', name: 'leg' },
        );
        k.ball('pad', [s * 0.065, s * 0.07, s * 0.025], { at: [x * s * 0.225, s * 0.1, s * 0.385], name: 'sole' });
        k.ball('bow', [s * 0.075, s * 0.05, s * 0.03], {
          at: [x * s * 0.07, s * 0.5, s * 0.17],
          turn: [0, 0, x * 20],
          segments: 12,
          name: 'bow',
        });
      }
      k.ball('bow', s * 0.03, { at: [0, s * 0.5, s * 0.185], segments: 12, name: 'knot' });
    },
  },
  {
    names: ['balloon'],
    chinese: ['气球'],
    size: [
      [0.24, 0.36],
      [0.9, 1.3],
      [0.24, 0.36],
    ],
    slots: { body: 'plastic:#d8282f|#2c6fb8|#e8b52f|#c3338f', string: 'fabric:#efece4!' },
    build(k) {
      const r = k.vary(0.15);
      k.lathe(
        'body',
        [
          [0, -r * 1.32],
          [r * 0.12, -r * 1.2],
          [r * 0.62, -r * 0.75],
          [r, r * 0.1],
          [r * 0.72, r * 0.85],
          [0, r * 1.12],
        ],
        { at: [0, 0.92, 0], isSmooth: true, segments: 32 },
      );
      k.cylinder('body', r * 0.14, r * 0.14, {
        at: [0, 0.92 - r * 1.42, 0],
        top: r * 0.04,
        segments: 14,
        name: 'knot',
      });
      k.tube(
        'string',
        [
          [0, 0.92 - r * 1.4, 0],
          [0.03, 0.5, 0.02],
          [-0.03, 0.25, 0],
          [0.02, 0, 0],
        ],
        0.0025,
        { segments: 6 },
      );
    },
  },
  {
    names: ['kite'],
    chinese: ['风筝'],
    size: [
      [0.6, 0.9],
      [1.1, 1.7],
      [0.02, 0.2],
    ],
    slots: { sail: 'fabric:#d8382f|#3f8fd8|#e8b52f', bow: 'fabric:#f2cf3a|#3f9a5a+', stick: 'bamboo!' },
    build(k) {
      const s = k.vary(0.36);
      const y = 1.0;
      k.extrude(
        'sail',
        [
          [0, s * 1.05 + y],
          [-s, s * 0.35 + y],
          [0, -s * 1.15 + y],
          [s, s * 0.35 + y],
        ],
        0.006,
      );
      k.tube(
        'stick',
        [
          [0, s * 1.05 + y, 0.008],
          [0, -s * 1.15 + y, 0.008],
        ],
        0.006,
        { isSmooth: false, segments: 6 },
      );
      k.tube(
        'stick',
        [
          [-s, s * 0.35 + y, 0.008],
          [s, s * 0.35 + y, 0.008],
        ],
        0.006,
        { isSmooth: false, segments: 6 },
      );
      const tail = [
        [0, -s * 1.15 + y, 0],
        [0.08, y - s * 1.5, 0],
        [-0.06, y - s * 1.95, 0],
        [0.05, y - s * 2.4, 0],
      ] as const;
      k.tube('stick', tail, 0.004, { segments: 6, name: 'tail' });
      for (const [x, ty] of tail.slice(1))
        for (const side of SIDES)
          k.cylinder('bow', 0.05, 0.09, {
            at: [x, ty, 0],
            turn: [0, 0, side * 90],
            top: 0.004,
            segments: 6,
            scale: [1, 1, 0.3],
          });
    },
  },
  {
    names: ['skateboard', 'surfboard'],
    chinese: ['滑板'],
    size: [
      [0.17, 0.26],
      [0.09, 0.18],
      [0.7, 0.9],
    ],
    slots: { deck: 'wood:#c79b62|#b3282d|#2c6f8f', wheel: 'plastic:#f0ece2|#e5792a+', metal: 'aluminium!' },
    build(k) {
      const [l, w] = [k.vary(0.8, 0.04), k.vary(0.2, 0.06)];
      k.loft(
        'deck',
        [
          [-0.5, 0.3, 0.05],
          [-0.47, 0.75, 0.043],
          [-0.36, 1, 0.012],
          [0, 1, 0],
          [0.36, 1, 0.012],
          [0.47, 0.75, 0.043],
          [0.5, 0.3, 0.05],
        ].map(([z, share, up]) => ({ y: z! * l, w: share! * w, d: 0.012, z: -0.095 - up!, e: 5 })),
        { turn: [90, 0, 0] },
      );
      for (const z of SIDES) {
        k.box('metal', [0.06, 0.035, 0.07], { at: [0, 0.055, z * l * 0.3], taper: [1.2, 1.3], name: 'truck' });
        k.tube(
          'metal',
          [
            [-w * 0.42, 0.03, z * l * 0.3],
            [w * 0.42, 0.03, z * l * 0.3],
          ],
          0.008,
          { isSmooth: false, name: 'axle' },
        );
        for (const x of SIDES)
          k.cylinder('wheel', 0.028, 0.034, {
            at: [x * w * 0.42 + 0.017, 0.028, z * l * 0.3],
            turn: [0, 0, 90],
            bevel: 0.007,
          });
      }
    },
  },
  {
    names: ['gift', 'present', 'gift box'],
    chinese: ['礼物', '礼盒'],
    size: [
      [0.2, 0.32],
      [0.2, 0.36],
      [0.2, 0.32],
    ],
    slots: { paper: 'paper:#b3282d|#2c6f8f|#3c8f45|#e8dcc4', ribbon: 'silk:#e8b52f|#f4f1ea+' },
    build(k) {
      const [s, h] = [k.vary(0.24), k.vary(0.19)];
      k.box('paper', [s, h, s], { bevel: 0.004 });
      k.box('paper', [s * 1.06, h * 0.22, s * 1.06], { at: [0, h * 0.86, 0], bevel: 0.004, name: 'lid' });
      for (const turn of [0, 90])
        k.box('ribbon', [s * 1.075, h * 1.09, s * 0.15], { turn: [0, turn, 0], bevel: 0.002 });
      for (const x of SIDES)
        k.torus('ribbon', s * 0.16, s * 0.045, {
          at: [x * s * 0.17, h * 1.24, 0],
          turn: [90, 0, x * 32],
          scale: [1, 1, 0.9],
          segments: 24,
          name: 'bow',
        });
      k.ball('ribbon', s * 0.06, { at: [0, h * 1.14, 0], segments: 14, name: 'knot' });
    },
  },
];
