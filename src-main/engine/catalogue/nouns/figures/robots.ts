import type { Noun } from '../../builder/noun.ts';
import type { SolidPoint } from '../../solids/solid.ts';
import { arm, armPoint, leg } from './machine-limbs.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Robots in A-pose, or T-pose on request. */
export const ROBOTS: readonly Noun[] = [
  {
    names: ['robot', 'android', 'droid', 'mech', 'cyborg'],
    chinese: ['机器人'],
    size: [
      [0.9, 1.9],
      [1.45, 1.95],
      [0.2, 0.5],
    ],
    slots: {
      shell: 'paint:#e9e8e3|#d9822b|#4f86b8|#8fa35a',
      joint: 'steel:#5f656c!',
      trim: 'plastic:#33373d+',
      eye: 'neon:#45d4f0!',
      light: 'neon:#f0503a!',
    },
    build(k) {
      const u = k.vary(1.68, 0.06);
      const at = (x: number, y: number, z = 0): SolidPoint => [x * u, y * u, z * u];
      k.box('shell', [0.22 * u, 0.19 * u, 0.13 * u], {
        at: at(0, 0.6),
        taper: [1.18, 1.1],
        bevel: 0.028 * u,
        corner: 0.04 * u,
        name: 'chest',
      });
      k.box('trim', [0.15 * u, 0.09 * u, 0.1 * u], {
        at: at(0, 0.525),
        bevel: 0.02 * u,
        corner: 0.03 * u,
        name: 'waist',
      });
      k.box('shell', [0.17 * u, 0.075 * u, 0.115 * u], {
        at: at(0, 0.465),
        bevel: 0.02 * u,
        corner: 0.03 * u,
        name: 'pelvis',
      });
      k.box('trim', [0.11 * u, 0.07 * u, 0.02 * u], {
        at: at(0, 0.685, 0.064),
        bevel: 0.006 * u,
        corner: 0.012 * u,
        name: 'panel',
      });
      for (const i of [-1, 0, 1])
        k.cylinder(i === 0 ? 'light' : 'eye', 0.009 * u, 0.012 * u, {
          at: at(i * 0.03, 0.718, 0.07),
          turn: [90, 0, 0],
          segments: 14,
          name: 'lamp',
        });
      k.cylinder('joint', 0.03 * u, 0.05 * u, { at: at(0, 0.785), name: 'neck' });
      k.box('shell', [0.165 * u, 0.125 * u, 0.135 * u], {
        at: at(0, 0.825),
        bevel: 0.034 * u,
        corner: 0.045 * u,
        name: 'head',
      });
      k.box('trim', [0.128 * u, 0.06 * u, 0.03 * u], {
        at: at(0, 0.862, 0.058),
        bevel: 0.012 * u,
        corner: 0.012 * u,
        name: 'visor',
      });
      for (const s of SIDES) {
        k.ball('eye', [0.018 * u, 0.018 * u, 0.01 * u], { at: at(s * 0.032, 0.893, 0.073), segments: 16 });
        k.cylinder('joint', 0.026 * u, 0.022 * u, {
          at: at(s * 0.08, 0.888),
          turn: [0, 0, -s * 90],
          bevel: 0.006 * u,
          segments: 20,
          name: 'ear',
        });
        leg(k, u, s);
        arm(k, u, s);
      }
      k.cylinder('joint', 0.005 * u, 0.04 * u, { at: at(0.045, 0.948), segments: 8, name: 'aerial' });
      k.ball('light', 0.013 * u, { at: at(0.045, 0.993), segments: 14, name: 'aerial_tip' });
      k.spot('head', at(0, 0.95), 0.16 * u, 0.13 * u);
      k.spot('hand', armPoint(k, u, -1, 0.37), 0.1, 0.1);
    },
  },
];
