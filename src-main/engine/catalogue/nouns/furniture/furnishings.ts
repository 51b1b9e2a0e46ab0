import type { Noun } from '../../builder/noun.ts';
import { around, CORNERS, polar, SIDES } from '../shared/symmetry.ts';
import { WOODS } from '../shared/common-finishes.ts';

/** Other furnishings. */
export const FURNISHINGS: readonly Noun[] = [
  {
    names: ['lamp', 'table lamp', 'desk lamp', 'light'],
    chinese: ['台灯', '灯'],
    size: [
      [0.24, 0.44],
      [0.42, 0.68],
      [0.24, 0.44],
    ],
    slots: { foot: 'brass', shade: 'fabric:#ecdcb8|#d98f62|#8fa7a3+', bulb: 'neon:#fff1c4!' },
    build(k) {
      const [h, r] = [k.vary(0.54), k.vary(0.16)];
      k.lathe(
        'foot',
        [
          [0.085, 0],
          [0.09, 0.015],
          [0.045, 0.04],
          [0.02, 0.09],
          [0.05, h * 0.28],
          [0.055, h * 0.36],
          [0.018, h * 0.5],
          [0.012, h * 0.62],
        ],
        { isSmooth: true },
      );
      k.cylinder('foot', 0.012, h * 0.2, { at: [0, h * 0.56, 0], segments: 12, name: 'neck' });
      k.ball('bulb', [0.033, 0.045, 0.033], { at: [0, h * 0.78, 0], segments: 16 });
      k.lathe(
        'shade',
        [
          [r, h * 0.56],
          [r * 0.66, h],
          [r * 0.66 - 0.006, h],
          [r - 0.006, h * 0.56],
        ],
        { isLoop: true, segments: 32 },
      );
    },
  },
  {
    names: ['mirror', 'looking glass'],
    chinese: ['镜子'],
    size: [
      [0.45, 0.75],
      [1.1, 1.7],
      [0.1, 0.5],
    ],
    slots: { frame: 'gold', glass: 'chrome!' },
    build(k) {
      const [w, h] = [k.vary(0.3), k.vary(0.42)];
      const y = h * 1.42 + 0.18;
      const oval = around(28).map((angle) => polar(angle, 1));
      k.extrude(
        'glass',
        oval.map(([x, z]) => [x * w, z * h * 1.42] as const),
        0.012,
        { at: [0, y, 0] },
      );
      k.tube(
        'frame',
        oval.map(([x, z]) => [x * w, y + z * h * 1.42, 0] as const),
        0.028,
        { ends: 'closed', isSmooth: false, name: 'rim' },
      );
      for (const s of SIDES) {
        k.tube(
          'frame',
          [
            [s * w * 0.8, 0, 0.16],
            [s * w * 0.9, 0.2, 0],
            [s * w * 1.05, y, 0],
          ],
          0.018,
          { ends: 'round', name: 'stand' },
        );
        k.tube(
          'frame',
          [
            [s * w * 0.8, 0, -0.16],
            [s * w * 0.88, 0.2, 0],
          ],
          0.018,
          { ends: 'round', name: 'foot' },
        );
      }
    },
  },
  {
    names: ['rug', 'carpet', 'mat'],
    chinese: ['地毯'],
    size: [
      [1.4, 2.3],
      [0.01, 0.05],
      [1.0, 1.8],
    ],
    slots: { field: 'wool:#8d3b35|#395370|#5e6f4a', border: 'wool:#d8c49a|#e4ddcd+' },
    build(k) {
      const [w, d] = [k.vary(1.8), k.vary(1.25)];
      if (k.is('round')) {
        k.cylinder('border', w / 2, 0.014, { segments: 48, bevel: 0.004 });
        k.cylinder('field', w / 2 - 0.14, 0.02, { segments: 48, bevel: 0.004 });
      } else {
        k.box('border', [w, 0.014, d], { bevel: 0.004 });
        k.box('field', [w - 0.28, 0.02, d - 0.28], { bevel: 0.004 });
      }
      k.spot('top', [0, 0.02, 0], w * 0.9, d * 0.9);
    },
  },
  {
    names: ['door', 'wooden door', 'gate'],
    chinese: ['门'],
    size: [
      [0.85, 1.2],
      [1.95, 2.35],
      [0.1, 0.24],
    ],
    slots: { leaf: WOODS, frame: `${WOODS}+`, handle: 'brass!' },
    build(k) {
      const [w, h] = [k.vary(0.88, 0.06), k.vary(2.05, 0.03)];
      k.box('leaf', [w, h, 0.04], { at: [0, 0.005, 0], bevel: 0.004 });
      for (const s of SIDES) {
        k.box('frame', [0.08, h + 0.09, 0.13], { at: [s * (w / 2 + 0.042), 0, 0], bevel: 0.008, name: 'post' });
        for (const [y, height] of [
          [0.16, 0.7],
          [0.98, 0.92],
        ] as const) {
          k.box('leaf', [w * 0.36, height, 0.06], { at: [s * w * 0.22, y, 0], bevel: 0.014, name: 'panel' });
        }
        k.tube(
          'handle',
          [
            [w * 0.41, 1.0, s * 0.02],
            [w * 0.41, 1.0, s * 0.065],
            [w * 0.28, 1.0, s * 0.068],
          ],
          0.01,
          { ends: 'round', isSmooth: false },
        );
      }
      k.box('frame', [w + 0.16, 0.09, 0.13], { at: [0, h + 0.006, 0], bevel: 0.008, name: 'lintel' });
    },
  },
  {
    names: ['cushion', 'pillow'],
    chinese: ['枕头', '垫子'],
    size: [
      [0.36, 0.54],
      [0.1, 0.2],
      [0.36, 0.54],
    ],
    slots: { cover: 'velvet:#8a1f2f|#2f4a7a|#5e6f4a', tassel: 'gold+' },
    build(k) {
      const [r, h] = [k.vary(0.21), k.vary(0.068)];
      k.ball('cover', [r, h, r], { at: [0, h, 0], e: 3.2, segments: 36 });
      for (const [x, z] of CORNERS) k.ball('tassel', 0.02, { at: [x * r * 0.8, h, z * r * 0.8], segments: 12 });
      k.spot('top', [0, 1.94 * h, 0], 1.4 * r, 1.4 * r);
    },
  },
];
