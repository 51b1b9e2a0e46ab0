import type { Noun } from '../../builder/noun.ts';
import { around, polar } from '../shared/symmetry.ts';

/** Prepared food. */
export const MEALS: readonly Noun[] = [
  {
    names: ['cake', 'birthday cake'],
    chinese: ['蛋糕'],
    size: [
      [0.27, 0.42],
      [0.16, 0.28],
      [0.27, 0.42],
    ],
    slots: {
      plate: 'ceramic!',
      sponge: 'plaster:#c98f5a',
      icing: 'plastic:#f3d3da|#f6efe2|#5a3324+',
      cherry: 'plastic:#b8202f!',
      candle: 'plastic:#6fa8d8!',
      flame: 'neon:#ffb648!',
    },
    build(k) {
      const [r, h] = [k.vary(0.14), k.vary(0.1)];
      k.cylinder('plate', r * 1.22, 0.012, { bevel: 0.005, segments: 40 });
      k.cylinder('sponge', r, h, { at: [0, 0.012, 0], bevel: 0.006, segments: 40 });
      k.cylinder('icing', r * 1.02, h * 0.24, { at: [0, h * 0.4, 0], segments: 40, name: 'filling' });
      k.cylinder('icing', r * 1.05, h * 0.3, { at: [0, h * 0.86, 0], bevel: 0.012, segments: 40 });
      for (const angle of around(12)) {
        const [x, z] = polar(angle, r * 0.86);
        k.lathe(
          'icing',
          [
            [0.02, 0],
            [0.018, 0.01],
            [0.006, 0.022],
            [0, 0.026],
          ],
          { at: [x, h * 1.15, z], segments: 12, name: 'swirl' },
        );
        const [dx, dz] = polar(angle + 15, r * 1.02);
        k.ball('icing', [0.014, h * k.vary(0.24, 0.5), 0.014], { at: [dx, h * 0.92, dz], segments: 10, name: 'drip' });
      }
      for (const angle of around(6)) {
        const [x, z] = polar(angle + 15, r * 0.6);
        k.ball('cherry', 0.013, { at: [x, h * 1.16 + 0.011, z], segments: 14 });
      }
      for (const angle of around(3)) {
        const [x, z] = polar(angle, r * 0.24);
        k.cylinder('candle', 0.005, 0.062, { at: [x, h * 1.15, z], segments: 10 });
        k.lathe(
          'flame',
          [
            [0, 0],
            [0.005, 0.006],
            [0.003, 0.016],
            [0, 0.022],
          ],
          { at: [x, h * 1.15 + 0.063, z], segments: 10 },
        );
      }
    },
  },
  {
    names: ['burger', 'hamburger', 'cheeseburger', 'sandwich'],
    chinese: ['汉堡', '汉堡包'],
    size: [
      [0.095, 0.15],
      [0.075, 0.12],
      [0.095, 0.15],
    ],
    slots: {
      bun: 'plaster:#c8843f',
      patty: 'rock:#5a3322!',
      lettuce: 'leaf:#6faa3c!',
      cheese: 'plastic:#f0b32e!',
      tomato: 'plastic:#c8382a!',
      seed: 'plaster:#f3e4c2!',
    },
    build(k) {
      const r = k.vary(0.056);
      k.cylinder('bun', r, 0.022, { bevel: 0.008, segments: 32, name: 'lower_bun' });
      k.cylinder('patty', r * 1.03, 0.017, { at: [0, 0.022, 0], bevel: 0.006, segments: 28 });
      k.box('cheese', [r * 1.6, 0.003, r * 1.6], { at: [0, 0.0385, 0], turn: [0, 35, 0] });
      k.cylinder('tomato', r * 0.94, 0.006, { at: [0, 0.0415, 0], bevel: 0.002, segments: 28 });
      const frill = around(36).map((angle, i) => {
        const [x, z] = polar(angle, r * (i % 2 ? 1.12 : 0.98));
        return [x, 0.05 + (i % 2 ? 0.003 : -0.003), z] as const;
      });
      k.tube('lettuce', frill, 0.0035, { ends: 'closed', isSmooth: false, segments: 6 });
      k.cylinder('lettuce', r * 1.0, 0.005, { at: [0, 0.048, 0], segments: 28 });
      k.lathe(
        'bun',
        [
          [0, 0],
          [r * 0.96, 0],
          [r * 1.02, 0.008],
          [r * 0.88, 0.026],
          [r * 0.5, 0.038],
          [0, 0.041],
        ],
        { at: [0, 0.053, 0], isSmooth: true, segments: 32 },
      );
      for (let i = 0; i < 16; i++) {
        const [x, z] = polar(i * 137.5, r * 0.78 * Math.sqrt((i + 0.5) / 16));
        const y = 0.094 - 0.026 * ((x * x + z * z) / (r * r)) ** 1.3;
        k.ball('seed', [0.0018, 0.0012, 0.003], { at: [x, y, z], turn: [0, i * 60, 0], segments: 8 });
      }
    },
  },
  {
    names: ['pizza'],
    chinese: ['披萨', '比萨'],
    size: [
      [0.26, 0.37],
      [0.014, 0.05],
      [0.26, 0.37],
    ],
    slots: {
      crust: 'plaster:#c98f4f',
      cheese: 'plastic:#f0c552!',
      salami: 'plastic:#a8322a!',
      leaf: 'leaf!',
      olive: 'rubber:#2b2a26!',
    },
    build(k) {
      const r = k.vary(0.155);
      k.cylinder('crust', r * 0.95, 0.012, { segments: 40, bevel: 0.003 });
      k.torus('crust', r * 0.93, 0.0135, { at: [0, 0.0135, 0], segments: 44, name: 'rim' });
      k.cylinder('cheese', r * 0.88, 0.007, { at: [0, 0.0105, 0], segments: 40, bevel: 0.002 });
      for (let i = 0; i < 11; i++) {
        const [x, z] = polar(i * 137.5, r * 0.74 * Math.sqrt((i + 0.6) / 11));
        k.cylinder('salami', r * 0.13, 0.004, { at: [x, 0.0165, z], bevel: 0.001, segments: 20 });
        const [u, v] = polar(i * 137.5 + 60, r * 0.78 * Math.sqrt((i + 0.2) / 11));
        if (i % 2) k.torus('olive', 0.008, 0.003, { at: [u, 0.0195, v], segments: 14 });
        else k.ball('leaf', [0.011, 0.002, 0.006], { at: [u, 0.0215, v], turn: [0, i * 50, 0], segments: 12 });
      }
    },
  },
  {
    names: ['ice cream', 'icecream', 'ice cream cone'],
    chinese: ['冰淇淋'],
    size: [
      [0.055, 0.1],
      [0.15, 0.25],
      [0.055, 0.1],
    ],
    slots: { scoop: 'plastic:#f3c9d2|#f4e8c6|#8a5a3c|#bfe3cf', cone: 'wicker:#d0964f!', cherry: 'plastic:#b8202f!' },
    build(k) {
      const r = k.vary(0.035);
      k.lathe(
        'cone',
        [
          [0, 0],
          [r * 0.82, r * 3.1],
          [r * 0.9, r * 3.1],
          [r * 0.9, r * 3.35],
          [0, r * 3.3],
        ],
        { segments: 24 },
      );
      k.ball('scoop', r, { at: [0, r * 3.85, 0] });
      k.torus('scoop', r * 0.84, r * 0.2, { at: [0, r * 3.45, 0], name: 'skirt' });
      k.ball('scoop', r * 0.8, { at: [0, r * 4.95, 0], name: 'upper_scoop' });
      k.ball('cherry', r * 0.26, { at: [0, r * 5.85, 0], segments: 14 });
    },
  },
  {
    names: ['donut', 'doughnut'],
    chinese: ['甜甜圈'],
    size: [
      [0.08, 0.13],
      [0.025, 0.05],
      [0.08, 0.13],
    ],
    slots: {
      dough: 'plaster:#c98a48',
      icing: 'plastic:#ee9bb8|#5a3324|#f4ece0+',
      red: 'plastic:#d8323f!',
      blue: 'plastic:#3f8fd8!',
      yellow: 'plastic:#f2cf3a!',
    },
    build(k) {
      const r = k.vary(0.036);
      const t = r * 0.46;
      k.torus('dough', r, t, { at: [0, t, 0], segments: 40 });
      k.torus('icing', r, t * 1.03, { at: [0, t * 1.14, 0], scale: [1, 0.9, 1], segments: 40 });
      for (let i = 0; i < 22; i++) {
        const [x, z] = polar(i * 137.5, r * (0.82 + 0.36 * ((i * 0.37) % 1)));
        k.ball(['red', 'blue', 'yellow'][i % 3]!, [0.0011, 0.0011, 0.0036], {
          at: [x, t * 2.0, z],
          turn: [0, i * 73, 0],
          segments: 6,
          name: 'sprinkle',
        });
      }
    },
  },
  {
    names: ['bread', 'loaf', 'loaf of bread'],
    chinese: ['面包'],
    size: [
      [0.24, 0.36],
      [0.09, 0.15],
      [0.1, 0.17],
    ],
    slots: { crust: 'plaster:#b9783c', cut: 'plaster:#ecd6a8+' },
    build(k) {
      const l = k.vary(0.29);
      k.loft(
        'crust',
        [
          { y: -l / 2, w: l * 0.2, d: l * 0.16, z: -l * 0.15 },
          { y: -l * 0.44, w: l * 0.36, d: l * 0.3, z: -l * 0.17 },
          { y: 0, w: l * 0.44, d: l * 0.38, z: -l * 0.19 },
          { y: l * 0.44, w: l * 0.36, d: l * 0.3, z: -l * 0.17 },
          { y: l / 2, w: l * 0.2, d: l * 0.16, z: -l * 0.15 },
        ].map((s) => ({ ...s, e: 2.5 })),
        { turn: [90, 90, 0] },
      );
      for (const i of [-1, 0, 1])
        k.ball('cut', [l * 0.04, l * 0.03, l * 0.15], {
          at: [i * l * 0.24, l * 0.362, 0],
          turn: [0, 28, 0],
          segments: 14,
        });
    },
  },
];
