import type { Noun } from '../../builder/noun.ts';
import { SIDES } from '../shared/symmetry.ts';
import { GLASS, hull, wheel } from './vehicle-parts.ts';

/** Boats and locomotives; they face +Z. */
export const SHIPS_AND_TRAINS: readonly Noun[] = [
  {
    names: ['boat', 'rowing boat', 'sailboat', 'sailing boat', 'yacht'],
    chinese: ['船', '帆船'],
    size: [
      [1.4, 2.3],
      [5.0, 7.6],
      [4.4, 6.4],
    ],
    slots: {
      hull: 'wood:#7a4f2b|#5b3b22',
      trim: 'wood:#c79b62+',
      sail: 'fabric:#f3eee2|#d9b48a+',
      mast: 'wood:#8f6239!',
    },
    build(k) {
      const [l, w] = [k.vary(5.2, 0.06), k.vary(1.8, 0.06)];
      const cut = (z: number, width: number, keel: number, rim: number) => ({ z, low: keel, high: rim, width });
      hull(
        k,
        'hull',
        [
          cut(-0.5, 0.55, 0.28, 0.98),
          cut(-0.3, 0.86, 0.08, 0.9),
          cut(0, 1, 0, 0.88),
          cut(0.25, 0.78, 0.06, 0.94),
          cut(0.42, 0.36, 0.2, 1.06),
          cut(0.5, 0.06, 0.5, 1.16),
        ],
        l,
        w,
        0.9,
        1.7,
      );
      k.loft(
        'trim',
        [
          { y: -l * 0.47, w: w * 0.45, d: 0.05 },
          { y: -l * 0.28, w: w * 0.76, d: 0.05 },
          { y: 0, w: w * 0.88, d: 0.05 },
          { y: l * 0.24, w: w * 0.66, d: 0.05 },
          { y: l * 0.42, w: w * 0.2, d: 0.05 },
        ],
        { at: [0, 0.84, 0], turn: [90, 0, 0], name: 'deck' },
      );
      const h = k.vary(5.2, 0.06);
      k.cylinder('mast', 0.07, h, { at: [0, 0.7, l * 0.08], top: 0.04 });
      k.tube(
        'mast',
        [
          [0, 1.4, l * 0.08],
          [0, 1.45, -l * 0.42],
        ],
        0.045,
        { isSmooth: false, ends: 'round', name: 'boom' },
      );
      k.extrude(
        'sail',
        [
          [l * 0.06, 1.55],
          [l * 0.055, h * 0.64 + 0.6],
          [l * 0.04, h + 0.5],
          [-l * 0.18, h * 0.48 + 0.8],
          [-l * 0.4, 1.6],
        ],
        0.03,
        { turn: [0, -90, 0], name: 'mainsail' },
      );
      k.extrude(
        'sail',
        [
          [l * 0.1, 1.5],
          [l * 0.47, 1.25],
          [l * 0.1, h * 0.82 + 0.5],
        ],
        0.03,
        { turn: [0, -90, 0], name: 'jib' },
      );
      k.box('trim', [w * 0.74, 0.05, 0.3], { at: [0, 0.9, -l * 0.24], name: 'bench' });
      k.spot('top', [0, 0.9, -l * 0.12], w * 0.5, l * 0.3);
    },
  },
  {
    names: ['train', 'locomotive', 'steam engine', 'steam train'],
    chinese: ['火车'],
    size: [
      [2.3, 3.1],
      [3.4, 4.4],
      [6.6, 8.8],
    ],
    slots: {
      body: 'paint:#2f4a3c|#7a2426|#26344f',
      trim: 'brass+',
      dark: 'iron:#2b2d30!',
      wheel: 'paint:#8a2a26+',
      glass: GLASS,
    },
    build(k) {
      const l = k.vary(7.6, 0.05);
      k.box('dark', [2.2, 0.3, l * 0.96], { at: [0, 0.82, 0], bevel: 0.04, name: 'frame' });
      k.cylinder('body', 0.92, l * 0.56, {
        at: [0, 2.0, -l * 0.1],
        turn: [90, 0, 0],
        bevel: 0.05,
        segments: 32,
        name: 'boiler',
      });
      for (const z of [0.02, 0.2, 0.38])
        k.torus('trim', 0.925, 0.035, { at: [0, 2.0, z * l], turn: [90, 0, 0], name: 'band' });
      k.cylinder('dark', 0.86, 0.12, {
        at: [0, 2.0, l * 0.455],
        turn: [90, 0, 0],
        bevel: 0.05,
        segments: 32,
        name: 'smokebox_door',
      });
      k.lathe(
        'dark',
        [
          [0.2, 0],
          [0.18, 0.75],
          [0.34, 1.05],
          [0.34, 1.16],
          [0.26, 1.16],
          [0.12, 0.75],
          [0, 0.7],
        ],
        { at: [0, 2.75, l * 0.34], name: 'chimney' },
      );
      k.ball('trim', [0.3, 0.36, 0.3], { at: [0, 2.92, l * 0.08], name: 'dome' });
      k.box('body', [2.3, 1.9, l * 0.27], { at: [0, 1.1, -l * 0.33], bevel: 0.05, name: 'cab' });
      for (const s of SIDES)
        k.box('glass', [0.06, 0.62, 0.9], { at: [s * 1.14, 2.15, -l * 0.33], bevel: 0.02, name: 'window' });
      k.box('dark', [2.6, 0.12, l * 0.32], { at: [0, 2.98, -l * 0.33], bevel: 0.05, corner: 0.1, name: 'roof' });
      for (const s of SIDES) {
        for (const z of [-0.36, -0.14, 0.08]) wheel(k, 'dark', 'wheel', 0.66, 0.16, [s * 1.02, 0.66, z * l], s);
        for (const z of [0.27, 0.4]) wheel(k, 'dark', 'wheel', 0.4, 0.14, [s * 1.02, 0.4, z * l], s);
        k.box('trim', [0.06, 0.1, l * 0.46], { at: [s * 1.16, 0.6, -l * 0.14], bevel: 0.02, name: 'rod' });
        k.cylinder('trim', 0.12, 0.12, { at: [s * 0.8, 1.0, l * 0.48], turn: [90, 0, 0], name: 'buffer' });
      }
      k.extrude(
        'dark',
        [
          [-1.05, 0.15],
          [1.05, 0.15],
          [0.8, 0.82],
          [-0.8, 0.82],
        ],
        0.2,
        { at: [0, 0, l * 0.47], turn: [-20, 0, 0], bevel: 0.03, name: 'cowcatcher' },
      );
      k.cylinder('trim', 0.2, 0.2, { at: [0, 2.9, l * 0.42], turn: [90, 0, 0], bevel: 0.04, name: 'lamp' });
    },
  },
];
