import type { Noun } from '../../builder/noun.ts';
import { arch, gableRoof, slab, window } from './building-parts.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Houses, barns and churches. */
export const HOUSES: readonly Noun[] = [
  {
    names: ['house', 'home', 'cottage', 'cabin', 'hut'],
    chinese: ['房子', '屋子', '房屋'],
    size: [
      [6.6, 10],
      [5.6, 8.4],
      [5.6, 9],
    ],
    slots: {
      wall: 'plaster:#e8dfc9|#d9c9b4|#c3d0d4',
      roof: 'clay:#a5482f|#5a4a42|#4a5a68+',
      door: 'wood:#6a4428|#2f5d5a',
      window: 'glass:#5d7f94!',
      frame: 'wood:#f0ece2!',
      chimney: 'brick!',
      base: 'stone!',
    },
    build(k) {
      const [w, d, wall, top] = [k.vary(7.4), k.vary(6), k.vary(3.1), k.vary(2.5, 0.14)];
      k.box('base', [w + 0.2, 0.35, d + 0.2], { bevel: 0.04 });
      k.extrude(
        'wall',
        [
          [-w / 2, 0],
          [w / 2, 0],
          [w / 2, wall],
          [0, wall + top * 0.96],
          [-w / 2, wall],
        ],
        d,
        { at: [0, 0.3, 0] },
      );
      gableRoof(k, w, d, wall + 0.3, top);
      k.box('door', [1.0, 2.1, 0.1], { at: [0, 0.34, d / 2 + 0.02], bevel: 0.02 });
      k.box('frame', [1.24, 2.24, 0.08], { at: [0, 0.34, d / 2], bevel: 0.02, name: 'door_frame' });
      k.ball('frame', 0.05, { at: [0.36, 1.35, d / 2 + 0.1], segments: 12, name: 'door_knob' });
      k.box('base', [1.7, 0.2, 0.8], { at: [0, 0, d / 2 + 0.4], bevel: 0.03, name: 'step' });
      for (const s of SIDES) {
        window(k, s * w * 0.31, 1.25, d / 2 + 0.02, 1.15, 1.15, 0);
        window(k, s * w * 0.27, 1.25, -d / 2 - 0.02, 1.15, 1.15, 0);
        for (const z of SIDES) window(k, z * d * 0.23, 1.25, w / 2 + 0.02, 1.05, 1.15, s * 90);
      }
      window(k, 0, wall + 0.75, d / 2 + 0.02, 0.9, 0.85, 0);
      k.box('chimney', [0.62, top * 0.95, 0.62], { at: [w * 0.26, wall + top * 0.36, -d * 0.2], bevel: 0.02 });
      k.box('base', [0.76, 0.12, 0.76], {
        at: [w * 0.26, wall + top * 1.3, -d * 0.2],
        bevel: 0.02,
        name: 'chimney_cap',
      });
      k.spot('top', [0, wall + top + 0.45, 0], 0.6, d * 0.8);
    },
  },
  {
    names: ['barn', 'farmhouse'],
    chinese: ['谷仓'],
    size: [
      [7, 10.5],
      [5.6, 8.8],
      [9, 13],
    ],
    slots: { wall: 'wood:#8f2f28|#7a5a3c', roof: 'metal:#6f7478|#4f4a46+', door: 'wood:#efe9dd+' },
    build(k) {
      const [w, d, wall] = [k.vary(8), k.vary(10.4), k.vary(3.8)];
      const a = wall + 1.7;
      const b = wall + 2.9;
      k.extrude(
        'wall',
        [
          [-w / 2, 0],
          [w / 2, 0],
          [w / 2, wall],
          [w * 0.32, a],
          [0, b],
          [-w * 0.32, a],
          [-w / 2, wall],
        ],
        d,
      );
      for (const s of SIDES) {
        slab(k, 'roof', [s * (w / 2 + 0.3), wall - 0.32], [s * w * 0.32, a + 0.12], d + 0.6, 0.14);
        slab(k, 'roof', [s * w * 0.33, a + 0.1], [-s * 0.02, b + 0.14], d + 0.6, 0.14);
        k.box('wall', [1.7, 3.0, 0.12], { at: [s * 0.87, 0, d / 2 + 0.05], bevel: 0.02, name: 'door_leaf' });
        for (const turn of SIDES)
          k.box('door', [0.16, 3.2, 0.08], {
            at: [s * 0.87 + turn * 0.75, 0.12, d / 2 + 0.12],
            turn: [0, 0, turn * 27],
            name: 'brace',
          });
        k.box('door', [0.14, 3.1, 0.1], { at: [s * 1.78, 0, d / 2 + 0.09], name: 'post' });
      }
      k.box('door', [3.7, 0.16, 0.1], { at: [0, 3.0, d / 2 + 0.09], name: 'lintel' });
      k.box('door', [1.2, 1.2, 0.1], { at: [0, wall + 0.6, d / 2 + 0.03], bevel: 0.02, name: 'loft_door' });
    },
  },
  {
    names: ['church', 'chapel'],
    chinese: ['教堂'],
    size: [
      [5.2, 8.6],
      [11, 17],
      [9.5, 14.5],
    ],
    slots: {
      wall: 'plaster:#efeae0|#d8cdbb',
      roof: 'clay:#5a4a48|#8a4a38|#4f6a66+',
      door: 'wood:#5b3b22!',
      window: 'glass:#4f6f9a!',
      cross: 'gold!',
    },
    build(k) {
      const s = k.vary(1, 0.08);
      const [w, d, wall, top] = [6 * s, 9.4 * s, 4 * s, 3 * s];
      k.extrude(
        'wall',
        [
          [-w / 2, 0],
          [w / 2, 0],
          [w / 2, wall],
          [0, wall + top],
          [-w / 2, wall],
        ],
        d,
        { at: [0, 0, -1 * s] },
      );
      for (const x of SIDES)
        slab(k, 'roof', [x * (w / 2 + 0.35), wall - 0.3], [-x * 0.03, wall + top + 0.14], d + 0.5, 0.16, -1 * s);
      k.box('wall', [2.6 * s, 8.4 * s, 2.6 * s], { at: [0, 0, 4.6 * s], name: 'tower' });
      k.cylinder('roof', 2.05 * s, 4.4 * s, {
        at: [0, 8.35 * s, 4.6 * s],
        turn: [0, 45, 0],
        top: 0,
        segments: 4,
        name: 'spire',
      });
      k.box('cross', [0.12 * s, 1.2 * s, 0.12 * s], { at: [0, 12.5 * s, 4.6 * s] });
      k.box('cross', [0.7 * s, 0.12 * s, 0.12 * s], { at: [0, 13.2 * s, 4.6 * s], name: 'cross_arm' });
      k.extrude('door', arch(0.75 * s, 2.7 * s), 0.16, { at: [0, 0, 5.92 * s], bevel: 0.03 });
      k.extrude('window', arch(0.35 * s, 1.4 * s), 0.14, { at: [0, 5.6 * s, 5.9 * s] });
      for (const x of SIDES)
        for (const z of [-4, -1.4, 1.2])
          k.extrude('window', arch(0.4 * s, 2.2 * s), 0.14, { at: [x * w * 0.5, 1.2 * s, z * s], turn: [0, 90, 0] });
    },
  },
];
