import type { Noun } from '../../builder/noun.ts';
import { around, polar } from '../shared/symmetry.ts';

/** Fantasy weapons. */
export const WEAPONS: readonly Noun[] = [
  {
    names: ['sword', 'blade', 'katana', 'longsword', 'dagger'],
    chinese: ['剑', '宝剑'],
    size: [
      [0.16, 0.3],
      [0.95, 1.25],
      [0.03, 0.09],
    ],
    slots: { blade: 'steel', hilt: 'gold+', grip: 'leather:#4b2b1c!', gem: 'ruby!' },
    build(k) {
      const [l, w] = [k.vary(0.84), k.vary(0.026)];
      k.loft(
        'blade',
        [
          { y: 0.2, w: w * 2, d: 0.009 },
          { y: 0.2 + l * 0.86, w: w * 1.5, d: 0.007 },
          { y: 0.2 + l, w: 0, d: 0 },
        ].map((s) => ({ ...s, e: 1.15 })),
        { isSmooth: false, segments: 16 },
      );
      k.tube(
        'hilt',
        [
          [-0.105, 0.212, 0],
          [-0.05, 0.19, 0],
          [0.05, 0.19, 0],
          [0.105, 0.212, 0],
        ],
        [0.014, 0.017, 0.017, 0.014],
        { ends: 'round', name: 'guard' },
      );
      k.lathe(
        'grip',
        [
          [0.013, 0.05],
          [0.0165, 0.09],
          [0.014, 0.14],
          [0.0155, 0.185],
        ],
        { isSmooth: true, segments: 16 },
      );
      k.ball('hilt', 0.027, { at: [0, 0.028, 0], name: 'pommel' });
      k.ball('gem', [0.013, 0.016, 0.012], { at: [0, 0.192, 0.013], segments: 12 });
    },
  },
  {
    names: ['axe', 'battle axe', 'hatchet'],
    chinese: ['斧头', '斧子'],
    size: [
      [0.2, 0.34],
      [0.66, 0.98],
      [0.03, 0.09],
    ],
    slots: { head: 'steel', handle: 'wood+', band: 'leather!' },
    build(k) {
      const h = k.vary(0.8);
      k.tube(
        'handle',
        [
          [0, 0, 0],
          [0.012, h * 0.3, 0],
          [0, h * 0.7, 0],
          [0, h, 0],
        ],
        [0.021, 0.017, 0.018, 0.02],
        { ends: 'round', segments: 14, flat: 1.2 },
      );
      k.extrude(
        'head',
        [
          [-0.055, -0.035],
          [0.04, -0.03],
          [0.13, -0.105],
          [0.185, -0.04],
          [0.185, 0.045],
          [0.13, 0.11],
          [0.04, 0.035],
          [-0.055, 0.035],
        ],
        0.034,
        { at: [0, h * 0.88, 0], bevel: 0.011 },
      );
      k.cylinder('band', 0.023, h * 0.16, { at: [0, h * 0.05, 0], segments: 14, name: 'wrap' });
    },
  },
  {
    names: ['shield', 'buckler'],
    chinese: ['盾牌', '盾'],
    size: [
      [0.46, 0.7],
      [0.56, 0.86],
      [0.05, 0.16],
    ],
    slots: { face: 'paint:#a3242b|#27518a|#3b6b45', rim: 'steel+', boss: 'gold!' },
    build(k) {
      const s = k.vary(0.34);
      const half = [
        [0, -1.08],
        [0.32, -0.82],
        [0.62, -0.4],
        [0.8, 0.15],
        [0.82, 0.8],
        [0, 0.98],
      ] as const;
      const outline = [
        ...half,
        ...half
          .slice(1, -1)
          .toReversed()
          .map(([x, y]) => [-x, y] as const),
      ].map(([x, y]) => [x * s, y * s + s * 1.08] as const);
      if (k.is('round')) {
        k.lathe(
          'face',
          [
            [0, 0],
            [s * 0.98, 0],
            [s * 0.98, 0.02],
            [s * 0.5, 0.06],
            [0, 0.075],
          ],
          { at: [0, s, 0], turn: [90, 0, 0], isSmooth: false, segments: 40 },
        );
        k.torus('rim', s * 0.98, 0.022, { at: [0, s, 0.01], turn: [90, 0, 0] });
      } else {
        k.extrude('face', outline, 0.03, { bevel: 0.008 });
        k.tube(
          'rim',
          outline.map(([x, y]) => [x, y, 0.006] as const),
          0.019,
          { ends: 'closed', isSmooth: false, segments: 8 },
        );
        k.box('rim', [0.05, s * 1.72, 0.016], { at: [0, s * 0.2, 0.018], bevel: 0.004, name: 'bar' });
        k.box('rim', [s * 1.5, 0.05, 0.016], { at: [0, s * 1.32, 0.018], bevel: 0.004, name: 'bar' });
      }
      k.lathe(
        'boss',
        [
          [0.085, 0],
          [0.075, 0.025],
          [0.04, 0.05],
          [0, 0.06],
        ],
        { at: [0, k.is('round') ? s : s * 1.39, k.is('round') ? 0.055 : 0.024], turn: [90, 0, 0], isSmooth: true },
      );
    },
  },
  {
    names: ['staff', 'wand', 'magic wand', 'magic staff'],
    chinese: ['法杖', '魔杖'],
    size: [
      [0.14, 0.3],
      [1.4, 1.9],
      [0.1, 0.3],
    ],
    slots: { wood: 'wood:#5b3b22', orb: 'neon:#5fd8e8|#b56ff0|#f0a03a+', ring: 'gold!' },
    build(k) {
      const h = k.vary(1.6);
      k.tube(
        'wood',
        [
          [0, 0, 0],
          [0.012, h * 0.3, 0.01],
          [-0.01, h * 0.62, 0],
          [0, h * 0.86, 0],
        ],
        [0.015, 0.02, 0.021, 0.026],
        { ends: 'round', segments: 12 },
      );
      k.ball('orb', 0.06, { at: [0, h * 0.94, 0] });
      for (const angle of around(4)) {
        const [x, z] = polar(angle, 0.088);
        k.tube(
          'wood',
          [
            [0, h * 0.83, 0],
            [x * 0.95, h * 0.88, z * 0.95],
            [x, h * 0.95, z],
            [x * 0.55, h, z * 0.55],
          ],
          [0.02, 0.016, 0.012, 0.004],
          { ends: 'round', segments: 8, name: 'claw' },
        );
      }
      for (const y of [0.8, 0.55]) k.torus('ring', 0.025, 0.006, { at: [0, h * y, 0], segments: 24 });
    },
  },
  {
    names: ['bow', 'longbow'],
    chinese: ['弓'],
    size: [
      [0.2, 0.5],
      [1.15, 1.65],
      [0.02, 0.1],
    ],
    slots: { wood: 'wood', grip: 'leather!', string: 'fabric:#efe9da!' },
    build(k) {
      const h = k.vary(1.4);
      const limb = [
        [-0.04, 0],
        [0.13, 0.08],
        [0.24, 0.3],
        [0.26, 0.5],
        [0.24, 0.7],
        [0.13, 0.92],
        [-0.04, 1],
      ] as const;
      k.tube(
        'wood',
        limb.map(([x, y]) => [x, y * h, 0] as const),
        [0.007, 0.012, 0.017, 0.02, 0.017, 0.012, 0.007],
        { ends: 'round', segments: 12 },
      );
      k.tube(
        'grip',
        [
          [0.253, h * 0.43, 0],
          [0.26, h * 0.5, 0],
          [0.253, h * 0.57, 0],
        ],
        0.024,
        { segments: 14 },
      );
      k.tube(
        'string',
        [
          [-0.03, 0.012, 0],
          [-0.03, h - 0.012, 0],
        ],
        0.0025,
        { isSmooth: false, segments: 6 },
      );
    },
  },
];
