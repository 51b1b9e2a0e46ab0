import type { Noun } from '../../builder/noun.ts';
import { around, polar, SIDES } from '../shared/symmetry.ts';

/** Musical instruments. */
export const INSTRUMENTS: readonly Noun[] = [
  {
    names: ['guitar', 'acoustic guitar', 'ukulele'],
    chinese: ['吉他'],
    size: [
      [0.34, 0.46],
      [0.9, 1.12],
      [0.08, 0.2],
    ],
    slots: {
      body: 'wood:#c08a4a|#8a3a22|#d9a55a',
      side: 'wood:#6a3a22+',
      neck: 'wood:#4d3323!',
      metal: 'chrome!',
      string: 'silver!',
    },
    build(k) {
      const s = k.vary(1, 0.05);
      const half = [
        [0, 0],
        [0.13, 0.012],
        [0.188, 0.09],
        [0.19, 0.16],
        [0.15, 0.25],
        [0.118, 0.3],
        [0.138, 0.375],
        [0.13, 0.44],
        [0.085, 0.478],
        [0, 0.485],
      ] as const;
      const outline = [
        ...half,
        ...half
          .slice(1, -1)
          .toReversed()
          .map(([x, y]) => [-x, y] as const),
      ].map(([x, y]) => [x * s, y * s] as const);
      k.extrude('side', outline, 0.09 * s, { isSmooth: true });
      k.extrude(
        'body',
        outline.map(([x, y]) => [x * 1.015, y * 1.01 - 0.002] as const),
        0.008 * s,
        { at: [0, 0, 0.048 * s], isSmooth: true, name: 'top' },
      );
      k.cylinder('neck', 0.048 * s, 0.004, { at: [0, 0.31 * s, 0.052 * s], turn: [90, 0, 0], name: 'sound_hole' });
      k.torus('side', 0.05 * s, 0.004 * s, { at: [0, 0.31 * s, 0.054 * s], turn: [90, 0, 0], name: 'rosette' });
      k.box('neck', [0.11 * s, 0.022 * s, 0.014], { at: [0, 0.13 * s, 0.056 * s], bevel: 0.003, name: 'bridge' });
      k.box('neck', [0.056 * s, 0.5 * s, 0.03 * s], { at: [0, 0.37 * s, 0.04 * s], taper: [0.8, 0.8], bevel: 0.008 });
      k.box('neck', [0.075 * s, 0.15 * s, 0.022 * s], {
        at: [0, 0.865 * s, 0.038 * s],
        turn: [-10, 0, 0],
        taper: [1.15, 1],
        bevel: 0.006,
        name: 'headstock',
      });
      for (let i = 0; i < 10; i++)
        k.box('metal', [0.052 * s, 0.003, 0.005], { at: [0, (0.84 - 0.036 * i) * s, 0.055 * s], name: 'fret' });
      for (let i = 0; i < 6; i++)
        k.tube(
          'string',
          [
            [(i - 2.5) * 0.008 * s, 0.14 * s, 0.066 * s],
            [(i - 2.5) * 0.0068 * s, 0.88 * s, 0.058 * s],
          ],
          0.0011,
          { isSmooth: false, segments: 5 },
        );
      for (const x of SIDES)
        for (const y of [0.9, 0.945, 0.99])
          k.cylinder('metal', 0.007 * s, 0.03 * s, {
            at: [x * 0.04 * s, y * s, 0.03 * s],
            turn: [0, 0, -x * 90],
            segments: 10,
            name: 'peg',
          });
    },
  },
  {
    names: ['piano', 'grand piano'],
    chinese: ['钢琴'],
    size: [
      [1.3, 1.65],
      [1.1, 1.4],
      [0.55, 0.82],
    ],
    slots: { body: 'wood:#231f1e|#5b3524', white: 'plastic:#f4f1ea!', black: 'plastic:#161616!', pedal: 'brass!' },
    build(k) {
      const [w, h, d] = [k.vary(1.48, 0.04), k.vary(1.24, 0.04), k.vary(0.34)];
      k.box('body', [w, h - 0.04, d], { at: [0, 0.02, -0.12], bevel: 0.012, name: 'case' });
      k.box('body', [w + 0.04, 0.04, d + 0.05], { at: [0, h - 0.03, -0.12], bevel: 0.012, name: 'lid' });
      k.box('body', [w, 0.09, 0.3], { at: [0, 0.62, 0.19], bevel: 0.012, name: 'key_bed' });
      for (const s of SIDES) {
        k.box('body', [0.06, 0.62, 0.07], { at: [s * (w / 2 - 0.04), 0.02, 0.28], bevel: 0.012, name: 'leg' });
        k.box('body', [0.05, 0.17, 0.3], { at: [s * (w / 2 - 0.025), 0.68, 0.19], bevel: 0.02, name: 'cheek' });
      }
      const keys = 36;
      const step = (w - 0.12) / keys;
      for (let i = 0; i < keys; i++) {
        const x = (i + 0.5) * step - (w - 0.12) / 2;
        k.box('white', [step * 0.93, 0.02, 0.15], { at: [x, 0.71, 0.25], bevel: 0.002, name: 'key' });
        if (![2, 6].includes(i % 7))
          k.box('black', [step * 0.5, 0.02, 0.095], {
            at: [x + step / 2, 0.728, 0.222],
            bevel: 0.003,
            name: 'black_key',
          });
      }
      k.box('body', [w * 0.6, 0.22, 0.02], {
        at: [0, 0.85, 0.085],
        turn: [-14, 0, 0],
        bevel: 0.006,
        name: 'music_stand',
      });
      for (const x of [-0.08, 0, 0.08]) k.box('pedal', [0.04, 0.012, 0.1], { at: [x, 0.05, 0.09], bevel: 0.004 });
      k.spot('top', [0, h + 0.01, -0.12], w * 0.9, d);
    },
  },
  {
    names: ['drum', 'snare drum', 'drums'],
    chinese: ['鼓'],
    size: [
      [0.33, 0.48],
      [0.27, 0.42],
      [0.33, 0.48],
    ],
    slots: { shell: 'paint:#b3282d|#2c5fb3|#d9b03a', rim: 'brass+', skin: 'paper:#f1e9d6!', rope: 'fabric:#f4efe2!' },
    build(k) {
      const [r, h] = [k.vary(0.185), k.vary(0.33)];
      k.cylinder('shell', r, h, { segments: 36 });
      for (const y of [0.03, h - 0.03]) k.torus('rim', r * 1.02, 0.017, { at: [0, y, 0] });
      k.cylinder('skin', r * 0.97, 0.012, { at: [0, h - 0.004, 0], segments: 36, bevel: 0.003 });
      const zigzag = around(16).map((angle, i) => {
        const [x, z] = polar(angle, r * 1.015);
        return [x, i % 2 ? h - 0.05 : 0.05, z] as const;
      });
      k.tube('rope', zigzag, 0.006, { ends: 'closed', isSmooth: false, segments: 6 });
      k.spot('top', [0, h + 0.008, 0], r * 1.4, r * 1.4);
    },
  },
];
