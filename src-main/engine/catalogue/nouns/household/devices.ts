import type { Noun } from '../../builder/noun.ts';
import { around, CORNERS, polar, SIDES } from '../shared/symmetry.ts';

/** Household devices. */
export const DEVICES: readonly Noun[] = [
  {
    names: ['camera', 'photo camera'],
    chinese: ['相机', '照相机'],
    size: [
      [0.12, 0.17],
      [0.08, 0.13],
      [0.09, 0.15],
    ],
    slots: { body: 'leather:#26272a|#5a3a28', metal: 'aluminium+', lens: 'plastic:#17181a!', glass: 'glass:#2f4f7a!' },
    build(k) {
      const [w, h] = [k.vary(0.138, 0.06), k.vary(0.07, 0.06)];
      k.box('body', [w, h, 0.045], { bevel: 0.008, corner: 0.018 });
      k.box('metal', [w * 0.99, h * 0.24, 0.044], { at: [0, h * 0.96, 0], bevel: 0.005, corner: 0.018, name: 'top' });
      k.box('metal', [w * 0.34, h * 0.34, 0.042], {
        at: [0, h * 1.1, 0],
        taper: [0.7, 0.8],
        bevel: 0.005,
        name: 'finder',
      });
      k.lathe(
        'lens',
        [
          [0.033, 0],
          [0.033, 0.02],
          [0.029, 0.024],
          [0.029, 0.05],
          [0.025, 0.052],
          [0.023, 0.044],
          [0, 0.042],
        ],
        { at: [0, h * 0.5, 0.022], turn: [90, 0, 0], segments: 36 },
      );
      k.ball('glass', [0.022, 0.022, 0.009], { at: [0, h * 0.5, 0.064] });
      k.cylinder('metal', 0.011, 0.009, { at: [w * 0.36, h * 1.18, 0], bevel: 0.002, name: 'dial' });
      k.cylinder('metal', 0.006, 0.009, { at: [w * 0.24, h * 1.18, 0.006], bevel: 0.002, name: 'shutter' });
    },
  },
  {
    names: ['clock', 'alarm clock', 'watch', 'wall clock'],
    chinese: ['钟', '闹钟', '时钟'],
    size: [
      [0.11, 0.19],
      [0.15, 0.25],
      [0.05, 0.1],
    ],
    slots: { body: 'paint:#b3282d|#2c6f8f|#e0d7c3', face: 'paper:#f6f2e8!', hand: 'plastic:#17181a!', bell: 'brass+' },
    build(k) {
      const r = k.vary(0.068);
      const y = r * 1.22;
      k.cylinder('body', r, 0.05, { at: [0, y, -0.025], turn: [90, 0, 0], segments: 40, bevel: 0.008 });
      k.torus('bell', r * 0.96, 0.006, { at: [0, y, 0.026], turn: [90, 0, 0], name: 'rim' });
      k.cylinder('face', r * 0.92, 0.003, { at: [0, y, 0.024], turn: [90, 0, 0], segments: 40 });
      for (const angle of around(12)) {
        const a = (angle * Math.PI) / 180;
        const isQuarter = angle % 90 === 0;
        k.box('hand', [0.003, isQuarter ? r * 0.16 : r * 0.09, 0.002], {
          at: [Math.sin(a) * r * 0.7, y + Math.cos(a) * r * 0.7, 0.0275],
          turn: [0, 0, -angle],
          name: 'mark',
        });
      }
      k.box('hand', [0.0045, r * 0.5, 0.002], { at: [0, y, 0.029], turn: [0, 0, 55], name: 'hour_hand' });
      k.box('hand', [0.0035, r * 0.72, 0.002], { at: [0, y, 0.031], turn: [0, 0, -60], name: 'minute_hand' });
      k.cylinder('bell', 0.006, 0.006, { at: [0, y, 0.028], turn: [90, 0, 0], segments: 14, name: 'axle' });
      for (const s of SIDES) {
        k.lathe(
          'bell',
          [
            [r * 0.42, 0],
            [r * 0.36, r * 0.2],
            [0, r * 0.32],
          ],
          { at: [s * r * 0.55, y + r * 0.86, 0], turn: [0, 0, -s * 32], isSmooth: true, name: 'bell' },
        );
        k.tube(
          'body',
          [
            [s * r * 0.45, y - r * 0.75, 0],
            [s * r * 0.68, 0.004, 0],
          ],
          [0.009, 0.006],
          { isSmooth: false, ends: 'round', name: 'foot' },
        );
      }
      k.torus('bell', r * 0.22, 0.004, { at: [0, y + r * 1.38, 0], turn: [90, 0, 0], segments: 24, name: 'handle' });
    },
  },
  {
    names: ['lantern', 'street lamp', 'oil lamp'],
    chinese: ['灯笼', '提灯'],
    size: [
      [0.14, 0.26],
      [0.3, 0.52],
      [0.14, 0.26],
    ],
    slots: { frame: 'iron:#33322f', glass: 'glass!', flame: 'neon:#ffb648!' },
    build(k) {
      const [r, h] = [k.vary(0.075), k.vary(0.26)];
      k.lathe(
        'frame',
        [
          [0, 0],
          [r * 1.25, 0],
          [r * 1.25, h * 0.06],
          [r * 0.85, h * 0.13],
          [0, h * 0.13],
        ],
        { segments: 28, name: 'base' },
      );
      k.lathe(
        'glass',
        [
          [r * 0.72, h * 0.13],
          [r, h * 0.35],
          [r * 0.95, h * 0.65],
          [r * 0.7, h * 0.8],
        ],
        { isSmooth: true, segments: 28 },
      );
      k.lathe(
        'flame',
        [
          [0, 0],
          [r * 0.26, h * 0.1],
          [r * 0.15, h * 0.26],
          [0, h * 0.4],
        ],
        { at: [0, h * 0.16, 0], isSmooth: true, segments: 16 },
      );
      k.lathe(
        'frame',
        [
          [r * 0.95, 0],
          [r * 1.0, h * 0.04],
          [r * 0.5, h * 0.16],
          [r * 0.3, h * 0.28],
          [0, h * 0.29],
        ],
        { at: [0, h * 0.79, 0], segments: 28, name: 'cap' },
      );
      for (const [x, z] of CORNERS)
        k.tube(
          'frame',
          [
            [x * r * 0.85, h * 0.05, z * r * 0.85],
            [x * r * 0.85, h * 0.5, z * r * 0.85],
            [x * r * 0.6, h * 0.82, z * r * 0.6],
          ],
          0.005,
          { segments: 8, name: 'bar' },
        );
      const arc = around(24)
        .slice(0, 13)
        .map((angle) => polar(angle - 90, 1));
      k.tube(
        'frame',
        arc.map(([x, z]) => [x * r * 0.95, h * 0.86 + z * h * 0.52, 0] as const),
        0.0055,
        { isSmooth: false, segments: 8, name: 'handle' },
      );
    },
  },
  {
    names: ['refrigerator', 'fridge'],
    chinese: ['冰箱'],
    size: [
      [0.6, 0.82],
      [1.6, 2.0],
      [0.6, 0.84],
    ],
    slots: { body: 'paint:#e9e9e6|#9fc4bd|#b8322f', handle: 'chrome!', gap: 'rubber!' },
    build(k) {
      const [w, h, d] = [k.vary(0.7, 0.06), k.vary(1.8, 0.05), k.vary(0.66, 0.05)];
      k.box('gap', [w - 0.03, h - 0.06, d - 0.06], { at: [0, 0.03, -0.02], bevel: 0.01, name: 'core' });
      k.box('body', [w, h - 0.04, d - 0.1], { at: [0, 0.04, -0.05], bevel: 0.03, corner: 0.05, name: 'case' });
      k.box('body', [w, h * 0.6, 0.08], { at: [0, 0.05, d / 2 - 0.06], bevel: 0.03, corner: 0.035, name: 'door' });
      k.box('body', [w, h * 0.345, 0.08], {
        at: [0, h * 0.63 + 0.01, d / 2 - 0.06],
        bevel: 0.03,
        corner: 0.035,
        name: 'freezer_door',
      });
      for (const [y, length] of [
        [0.36, 0.4],
        [0.7, 0.2],
      ] as const)
        k.tube(
          'handle',
          [
            [-w * 0.4, h * y, d / 2 + 0.01],
            [-w * 0.4, h * y + 0.02, d / 2 + 0.05],
            [-w * 0.4, h * (y + length) - 0.25 * h * length, d / 2 + 0.05],
            [-w * 0.4, h * (y + length * 0.75) + 0.02, d / 2 + 0.01],
          ],
          0.012,
          { ends: 'round' },
        );
      for (const [x, z] of CORNERS)
        k.cylinder('gap', 0.025, 0.05, { at: [x * w * 0.4, 0, z * d * 0.36], segments: 12, name: 'foot' });
      k.spot('top', [0, h, -0.03], w * 0.85, d * 0.8);
    },
  },
  {
    names: ['umbrella', 'parasol'],
    chinese: ['雨伞', '伞'],
    size: [
      [0.85, 1.2],
      [0.78, 1.02],
      [0.85, 1.2],
    ],
    slots: { cloth: 'fabric:#b3282d|#2c5fb3|#e0a22c|#3b3c40', stick: 'wood!', tip: 'steel!' },
    build(k) {
      const [r, h] = [k.vary(0.5), k.vary(0.9, 0.06)];
      const rib = 8;
      k.lathe(
        'cloth',
        [
          [0, h * 0.935],
          [r * 0.45, h * 0.875],
          [r * 0.8, h * 0.745],
          [r * 0.985, h * 0.615],
          [r, h * 0.62],
          [r * 0.8, h * 0.76],
          [r * 0.45, h * 0.89],
          [0, h * 0.95],
        ],
        { segments: rib * 2 },
      );
      k.tube(
        'stick',
        [
          [0, h * 0.94, 0],
          [0, h * 0.16, 0],
          [0, h * 0.05, 0],
          [0.03, 0.012, 0],
          [0.07, 0.012, 0],
          [0.085, h * 0.07, 0],
        ],
        [0.007, 0.007, 0.011, 0.012, 0.012, 0.01],
        { ends: 'round', segments: 10 },
      );
      k.cylinder('tip', 0.008, h * 0.07, { at: [0, h * 0.93, 0], top: 0.003, segments: 10 });
      for (const angle of around(rib)) {
        const [x, z] = polar(angle, r * 0.55);
        k.tube(
          'tip',
          [
            [0, h * 0.62, 0],
            [x, h * 0.83, z],
          ],
          0.003,
          { isSmooth: false, segments: 5, name: 'rib' },
        );
      }
    },
  },
];
