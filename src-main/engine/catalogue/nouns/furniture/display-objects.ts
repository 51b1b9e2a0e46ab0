import type { Noun } from '../../builder/noun.ts';
import { CORNERS, SIDES } from '../shared/symmetry.ts';

/** Crates, pillars, traffic cones and trophies. */
export const DISPLAY_OBJECTS: readonly Noun[] = [
  {
    names: ['crate', 'box', 'wooden box'],
    chinese: ['盒子', '木箱'],
    size: [
      [0.4, 0.62],
      [0.4, 0.62],
      [0.4, 0.62],
    ],
    slots: { body: 'wood:#a57c4e|#8f6239', edge: 'wood:#7a5634+' },
    build(k) {
      const s = k.vary(0.5);
      k.box('body', [s * 0.94, s * 0.94, s * 0.94], { at: [0, s * 0.03, 0], bevel: 0.004 });
      const t = s * 0.09;
      for (const [x, z] of CORNERS)
        k.box('edge', [t, s, t], { at: [(x * (s - t)) / 2, 0, (z * (s - t)) / 2], bevel: 0.006, name: 'post' });
      for (const y of [0, s - t]) {
        for (const side of SIDES) {
          k.box('edge', [s - t, t, t * 0.9], { at: [0, y, (side * (s - t)) / 2], bevel: 0.006, name: 'bar' });
          k.box('edge', [t * 0.9, t, s - t], { at: [(side * (s - t)) / 2, y, 0], bevel: 0.006, name: 'bar' });
        }
      }
      k.spot('top', [0, s, 0], s * 0.9, s * 0.9);
    },
  },
  {
    names: ['pillar', 'column', 'pedestal', 'plinth'],
    chinese: ['柱子'],
    size: [
      [0.38, 0.62],
      [0.85, 1.25],
      [0.38, 0.62],
    ],
    slots: { body: 'marble:#e4e1da' },
    build(k) {
      const [r, h] = [k.vary(0.19), k.vary(1.05)];
      k.box('body', [r * 2.5, h * 0.09, r * 2.5], { bevel: 0.012, name: 'base' });
      k.lathe(
        'body',
        [
          [r * 1.12, h * 0.09],
          [r * 1.12, h * 0.13],
          [r, h * 0.16],
          [r * 0.88, h * 0.84],
          [r * 1.08, h * 0.89],
          [r * 1.08, h * 0.91],
        ],
        { segments: 36, name: 'shaft' },
      );
      k.box('body', [r * 2.4, h * 0.09, r * 2.4], { at: [0, h * 0.91, 0], bevel: 0.012, name: 'capital' });
      k.spot('top', [0, h, 0], r * 2.1, r * 2.1);
    },
  },
  {
    names: ['traffic cone', 'road cone', 'pylon'],
    chinese: ['路锥'],
    size: [
      [0.32, 0.5],
      [0.55, 0.85],
      [0.32, 0.5],
    ],
    slots: { body: 'plastic:#e5622a', band: 'plastic:#f4f2ee+' },
    build(k) {
      const [r, h] = [k.vary(0.15), k.vary(0.7)];
      k.box('body', [r * 2.6, h * 0.05, r * 2.6], { bevel: 0.012, corner: 0.04, name: 'base' });
      k.lathe(
        'body',
        [
          [r, h * 0.05],
          [r * 0.14, h],
          [0, h],
        ],
        { segments: 32 },
      );
      for (const y of [0.3, 0.6]) {
        const at = (t: number) => r * (1 - (0.86 * (t - 0.05)) / 0.95) + 0.002;
        k.lathe(
          'band',
          [
            [at(y), h * y],
            [at(y + 0.15), h * (y + 0.15)],
            [at(y + 0.15) - 0.004, h * (y + 0.15)],
            [at(y) - 0.004, h * y],
          ],
          { isLoop: true, segments: 32 },
        );
      }
    },
  },
  {
    names: ['trophy', 'cup trophy', 'award'],
    chinese: ['奖杯'],
    size: [
      [0.2, 0.36],
      [0.3, 0.46],
      [0.12, 0.22],
    ],
    slots: { cup: 'gold', base: 'marble:#2b2a2c+' },
    build(k) {
      const [r, h] = [k.vary(0.08), k.vary(0.37)];
      k.box('base', [r * 1.7, h * 0.16, r * 1.7], { bevel: 0.008, taper: [0.9, 0.9] });
      k.lathe(
        'cup',
        [
          [r * 0.62, h * 0.16],
          [r * 0.6, h * 0.19],
          [r * 0.2, h * 0.26],
          [r * 0.16, h * 0.36],
          [r * 0.3, h * 0.4],
          [r * 0.75, h * 0.52],
          [r * 0.95, h * 0.75],
          [r * 1.05, h],
          [r * 0.98, h],
          [r * 0.86, h * 0.75],
          [r * 0.5, h * 0.5],
          [0, h * 0.46],
        ],
        { isSmooth: true, segments: 36 },
      );
      for (const s of SIDES)
        k.tube(
          'cup',
          [
            [s * r * 0.86, h * 0.88, 0],
            [s * r * 1.6, h * 0.92, 0],
            [s * r * 1.55, h * 0.68, 0],
            [s * r * 0.72, h * 0.52, 0],
          ],
          r * 0.09,
          { ends: 'round', name: 'handle' },
        );
      k.lathe(
        'cup',
        [
          [0, 0],
          [r * 0.2, r * 0.2],
          [0, r * 0.4],
        ],
        { at: [0, h * 0.28, 0], name: 'knop' },
      );
    },
  },
];
