import type { Noun } from '../../builder/noun.ts';
import { CORNERS, SIDES } from '../shared/symmetry.ts';
import { WOODS } from '../shared/common-finishes.ts';

/** Tables and desks. */
export const TABLES: readonly Noun[] = [
  {
    names: ['table', 'dining table', 'coffee table'],
    chinese: ['桌子', '桌', '餐桌'],
    size: [
      [1.0, 1.8],
      [0.68, 0.8],
      [0.7, 1.5],
    ],
    slots: { top: WOODS, legs: `${WOODS}+` },
    build(k) {
      const h = k.vary(0.745, 0.04);
      const t = 0.036;
      if (k.is('round')) {
        const r = k.vary(0.62);
        k.cylinder('top', r, t, { at: [0, h - t, 0], bevel: 0.012, segments: 48 });
        k.lathe(
          'legs',
          [
            [0.27, 0],
            [0.27, 0.025],
            [0.12, 0.06],
            [0.055, 0.16],
            [0.05, h * 0.6],
            [0.1, h - t - 0.06],
            [0.2, h - t],
          ],
          { isSmooth: true, name: 'foot' },
        );
        k.spot('top', [0, h, 0], 1.4 * r, 1.4 * r);
        k.spot('under', [0, 0, r * 0.55], r * 0.8, r * 0.6, h - t - 0.05);
        return;
      }
      const w = k.vary(1.4, 0.14);
      const d = k.is('square') ? w : k.vary(0.82);
      const leg = k.vary(0.065, 0.15);
      k.box('top', [w, t, d], { at: [0, h - t, 0], bevel: 0.008, corner: 0.03 });
      for (const [x, z] of CORNERS) {
        const at = [x * (w / 2 - leg * 0.9), 0, z * (d / 2 - leg * 0.9)] as const;
        k.box('legs', [leg * 0.7, h - t + 0.004, leg * 0.7], { at, taper: [1.4, 1.4], name: 'leg' });
      }
      for (const z of SIDES)
        k.box('legs', [w - 3 * leg, 0.08, 0.022], { at: [0, h - t - 0.078, z * (d / 2 - leg)], name: 'apron' });
      for (const x of SIDES)
        k.box('legs', [0.022, 0.08, d - 3 * leg], { at: [x * (w / 2 - leg), h - t - 0.078, 0], name: 'apron' });
      k.spot('top', [0, h, 0], w * 0.92, d * 0.9);
      k.spot('under', [0, 0, 0], w - 4 * leg, d - 2 * leg, h - t - 0.09);
    },
  },
  {
    names: ['desk', 'writing desk', 'workbench'],
    chinese: ['书桌', '办公桌'],
    size: [
      [1.15, 1.65],
      [0.7, 0.8],
      [0.58, 0.8],
    ],
    slots: { body: WOODS, knobs: 'brass!' },
    build(k) {
      const [w, h, d] = [k.vary(1.4), k.vary(0.75, 0.03), k.vary(0.68)];
      k.box('body', [w, 0.036, d], { at: [0, h - 0.036, 0], bevel: 0.008, name: 'top' });
      const box = k.vary(0.38);
      const x = w / 2 - box / 2 - 0.03;
      k.box('body', [box, h - 0.06, d - 0.06], { at: [x, 0.025, 0], name: 'drawers' });
      for (let i = 0; i < 3; i++) {
        const height = (h - 0.1) / 3;
        k.box('body', [box - 0.04, height - 0.025, 0.02], {
          at: [x, 0.05 + i * height, d / 2 - 0.03],
          bevel: 0.006,
          name: 'drawer',
        });
        k.ball('knobs', 0.014, { at: [x, 0.05 + (i + 0.45) * height, d / 2 - 0.002], segments: 12 });
      }
      k.box('body', [0.04, h - 0.03, d - 0.06], { at: [-w / 2 + 0.05, 0, 0], name: 'side' });
      k.box('body', [w - box - 0.1, 0.3, 0.02], { at: [-box / 2, h - 0.34, -d / 2 + 0.06], name: 'panel' });
      k.spot('top', [0, h, 0], w * 0.92, d * 0.88);
      k.spot('under', [-box / 2, 0, 0], w - box - 0.25, d * 0.8, h - 0.06);
    },
  },
];
