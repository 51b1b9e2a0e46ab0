import type { Noun } from '../../builder/noun.ts';
import { around, polar, SIDES } from '../shared/symmetry.ts';

/** Clothing, books and bags. */
export const BELONGINGS: readonly Noun[] = [
  {
    names: ['hat', 'cowboy hat'],
    chinese: ['帽子'],
    size: [
      [0.26, 0.42],
      [0.09, 0.2],
      [0.26, 0.46],
    ],
    slots: { felt: 'wool:#5b3b28|#2b2b30|#7a6a52', band: 'leather:#1f1a18|#8a2f2a+' },
    build(k) {
      const r = k.vary(0.165);
      k.lathe(
        'felt',
        [
          [r * 0.3, 0.016],
          [r * 0.62, 0.004],
          [r, 0.022],
          [r * 1.0, 0.03],
          [r * 0.6, 0.016],
          [r * 0.56, 0.09],
          [r * 0.5, 0.125],
          [r * 0.24, 0.128],
          [0, 0.116],
        ],
        { isSmooth: true, segments: 40, scale: [1, 1, 1.1] },
      );
      k.lathe(
        'band',
        [
          [r * 0.6, 0.018],
          [r * 0.605, 0.046],
          [r * 0.575, 0.046],
          [r * 0.575, 0.018],
        ],
        { isLoop: true, segments: 40, scale: [1, 1, 1.1] },
      );
      k.spot('inside', [0, 0, 0], r, r, 0.08);
    },
  },
  {
    names: ['crown', 'tiara', 'diadem'],
    chinese: ['皇冠', '王冠'],
    size: [
      [0.15, 0.24],
      [0.08, 0.16],
      [0.15, 0.24],
    ],
    slots: { metal: 'gold', gem: 'ruby+', pearl: 'ceramic!' },
    build(k) {
      const [r, h] = [k.vary(0.09), k.vary(0.085)];
      k.lathe(
        'metal',
        [
          [r, 0],
          [r * 1.03, 0],
          [r * 1.1, h * 0.5],
          [r * 1.07, h * 0.5],
        ],
        { isLoop: true, segments: 40, name: 'band' },
      );
      for (const y of [0.004, h * 0.36]) k.torus('metal', r * (1.03 + y), 0.0055, { at: [0, y, 0], name: 'rim' });
      const points = 8;
      for (const angle of around(points)) {
        const [x, z] = polar(angle, r * 1.09);
        k.extrude(
          'metal',
          [
            [-r * 0.34, h * 0.36],
            [r * 0.34, h * 0.36],
            [0, h * 1.25],
          ],
          0.006,
          { at: [x, 0, z], turn: [0, angle, 0], name: 'point' },
        );
        k.ball('pearl', 0.0085, { at: [x, h * 1.28, z], segments: 12 });
        const [u, v] = polar(angle, r * 1.065);
        k.ball('gem', [0.009, 0.011, 0.006], { at: [u, h * 0.2, v], turn: [0, angle, 0], segments: 10 });
      }
    },
  },
  {
    names: ['shoe', 'boot', 'sneaker'],
    chinese: ['鞋子', '靴子'],
    size: [
      [0.09, 0.14],
      [0.2, 0.34],
      [0.26, 0.36],
    ],
    slots: { upper: 'leather:#6d442b|#2b2624', sole: 'rubber:#2a2624|#e9e2d2+', lace: 'fabric:#e6d9bd!' },
    build(k) {
      const s = k.vary(0.3, 0.06);
      k.loft(
        'sole',
        [
          { y: 0, w: s * 0.3, d: s * 0.98 },
          { y: s * 0.08, w: s * 0.34, d: s * 1.02 },
        ].map((c) => ({ ...c, e: 3 })),
        { isSmooth: false },
      );
      k.loft('upper', [
        { y: s * 0.07, w: s * 0.31, d: s * 0.96, e: 2.8 },
        { y: s * 0.22, w: s * 0.3, d: s * 0.9, z: -s * 0.02 },
        { y: s * 0.36, w: s * 0.25, d: s * 0.58, z: -s * 0.15 },
        { y: s * 0.55, w: s * 0.25, d: s * 0.38, z: -s * 0.22 },
        { y: s * 0.88, w: s * 0.28, d: s * 0.4, z: -s * 0.22 },
      ]);
      k.torus('upper', s * 0.13, s * 0.03, { at: [0, s * 0.88, -s * 0.22], scale: [1.05, 1, 1.45], name: 'collar' });
      for (let i = 0; i < 4; i++)
        k.tube(
          'lace',
          [
            [-s * 0.09, s * (0.36 + 0.1 * i), s * (0.1 - 0.045 * i)],
            [0, s * (0.4 + 0.1 * i), s * (0.145 - 0.05 * i)],
            [s * 0.09, s * (0.36 + 0.1 * i), s * (0.1 - 0.045 * i)],
          ],
          s * 0.013,
          { ends: 'round', segments: 8 },
        );
    },
  },
  {
    names: ['book', 'tome', 'notebook'],
    chinese: ['书', '书本'],
    size: [
      [0.14, 0.24],
      [0.03, 0.07],
      [0.2, 0.32],
    ],
    slots: { cover: 'leather:#7a2a26|#27466b|#3d5a3c', pages: 'paper:#efe6cf!', trim: 'gold!' },
    build(k) {
      const [w, h, d] = [k.vary(0.185), k.vary(0.045, 0.15), k.vary(0.255)];
      for (const y of [0, h - 0.006]) k.box('cover', [w, 0.006, d], { at: [0, y, 0], bevel: 0.002 });
      k.box('cover', [0.012, h, d], { at: [-w / 2 + 0.004, 0, 0], bevel: 0.004, name: 'spine' });
      k.box('pages', [w - 0.014, h - 0.01, d - 0.014], { at: [0, 0.005, 0] });
      for (const z of [-0.36, -0.3, 0.3, 0.36])
        k.box('trim', [0.014, h + 0.001, 0.006], { at: [-w / 2 + 0.004, -0.0, z * d], name: 'band' });
      k.box('trim', [w * 0.5, 0.003, d * 0.06], { at: [0.01, h - 0.001, d * 0.15], name: 'title' });
      k.spot('top', [0, h, 0], w * 0.9, d * 0.9);
    },
  },
  {
    names: ['bag', 'backpack', 'suitcase', 'rucksack'],
    chinese: ['背包', '包'],
    size: [
      [0.27, 0.42],
      [0.38, 0.58],
      [0.18, 0.34],
    ],
    slots: { cloth: 'denim:#3b5680|#7a3a2f|#4f6b45', flap: 'leather:#7a4f2b+', buckle: 'brass!' },
    build(k) {
      const [w, h, d] = [k.vary(0.31), k.vary(0.44), k.vary(0.17)];
      k.box('cloth', [w, h, d], { bevel: 0.055, corner: 0.08, taper: [0.86, 0.85] });
      k.box('cloth', [w * 0.74, h * 0.4, 0.08], {
        at: [0, h * 0.07, d / 2],
        bevel: 0.028,
        corner: 0.035,
        name: 'pocket',
      });
      k.box('flap', [w * 0.9, h * 0.36, d * 0.95], {
        at: [0, h * 0.68, 0.018],
        bevel: 0.05,
        corner: 0.075,
        name: 'flap',
      });
      for (const s of SIDES) {
        k.box('flap', [0.028, h * 0.42, 0.01], {
          at: [s * w * 0.2, h * 0.38, d / 2 + 0.036],
          name: 'belt',
          bevel: 0.003,
        });
        k.box('buckle', [0.042, 0.032, 0.014], { at: [s * w * 0.2, h * 0.46, d / 2 + 0.04], bevel: 0.004 });
        k.tube(
          'flap',
          [
            [s * w * 0.22, h * 0.9, -d * 0.4],
            [s * w * 0.3, h * 0.8, -d * 0.75],
            [s * w * 0.32, h * 0.4, -d * 0.8],
            [s * w * 0.28, h * 0.1, -d * 0.45],
          ],
          0.02,
          { flat: 0.4, ends: 'round', name: 'strap' },
        );
      }
      k.tube(
        'flap',
        [
          [-0.05, h * 1.01, 0],
          [-0.045, h * 1.08, 0],
          [0.045, h * 1.08, 0],
          [0.05, h * 1.01, 0],
        ],
        0.009,
        { ends: 'round', name: 'handle' },
      );
    },
  },
];
