import type { Noun } from '../../builder/noun.ts';
import { figure } from './figure.ts';
import { ADULT, FACE, HAIR, PERSON_SIZE } from './person-defaults.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Adventure characters; in A-pose, or T-pose on request. */
export const FIGHTERS: readonly Noun[] = [
  {
    names: ['knight', 'paladin', 'warrior', 'soldier', 'guard'],
    chinese: ['骑士', '战士', '士兵'],
    size: PERSON_SIZE(1.7, 2.3),
    slots: {
      ...FACE,
      hair: HAIR,
      top: 'steel:#b4b9be',
      legs: 'steel:#8d9298+',
      shoes: 'steel:#6f757b!',
      trim: 'gold!',
      plume: 'fabric:#b3282d|#2c5fb3!',
      dark: 'plastic:#151517!',
    },
    isVaried: true,
    build(k) {
      const f = figure(k, { ...ADULT, height: 1.8, bulk: 1.14, shoulders: 1.12, hair: 'none' });
      const [x, y, z] = f.head;
      const [w, h, d] = f.skull;
      k.lathe(
        'top',
        [
          [w * 1.2, -h * 1.12],
          [w * 1.32, -h * 0.5],
          [w * 1.3, h * 0.25],
          [w * 0.9, h * 0.95],
          [0, h * 1.25],
        ],
        { at: [x, y, z], isSmooth: true, scale: [1, 1, d / w], segments: 28, name: 'helmet' },
      );
      k.box('dark', [w * 1.7, h * 0.14, d * 0.5], {
        at: [x, y + h * 0.02, z + d * 1.08],
        bevel: 0.002,
        corner: d * 0.2,
        name: 'visor_slit',
      });
      k.box('trim', [w * 0.16, h * 1.5, d * 0.14], {
        at: [x, y - h * 0.95, z + d * 1.27],
        bevel: 0.002,
        name: 'nose_guard',
      });
      k.tube(
        'plume',
        [
          [x, y + h * 1.15, z + d * 0.3],
          [x, y + h * 1.6, z - d * 0.3],
          [x, y + h * 1.45, z - d * 1.3],
          [x, y + h * 0.6, z - d * 1.9],
        ],
        [w * 0.1, w * 0.3, w * 0.32, w * 0.06],
        { ends: 'round', flat: 0.5 },
      );
      for (const s of SIDES) {
        k.ball('top', [0.066 * f.u, 0.05 * f.u, 0.066 * f.u], {
          at: [s * 0.125 * f.u, f.shoulderY + 0.012 * f.u, 0],
          turn: [0, 0, -s * 24],
          name: 'pauldron',
        });
        k.ball('trim', 0.016 * f.u, {
          at: [s * 0.15 * f.u, f.shoulderY + 0.05 * f.u, 0.0],
          segments: 12,
          name: 'stud',
        });
        k.ball('top', [0.042 * f.u, 0.046 * f.u, 0.03 * f.u], {
          at: [s * 0.078 * f.u, 0.29 * f.u, 0.028 * f.u],
          name: 'knee_guard',
        });
      }
      k.torus('trim', 0.098 * f.u, 0.012 * f.u, { at: [0, 0.56 * f.u, 0], scale: [1.02, 1, 0.72], name: 'belt' });
      k.extrude(
        'plume',
        [
          [-0.055, 0.41],
          [0.055, 0.41],
          [0.06, 0.56],
          [-0.06, 0.56],
        ].map(([a, b]) => [a! * f.u, b! * f.u] as const),
        0.012 * f.u,
        { at: [0, 0, 0.076 * f.u], turn: [-3, 0, 0], name: 'tabard' },
      );
    },
  },
  {
    names: ['pirate', 'captain'],
    chinese: ['海盗'],
    size: PERSON_SIZE(1.62, 2.05),
    slots: {
      ...FACE,
      hair: HAIR,
      top: 'cotton:#8a2f2a|#e4dfd2|#2f4a63',
      legs: 'cotton:#3a332c|#4a4438+',
      shoes: 'leather:#2a201a!',
      hat: 'leather:#1f1c1c!',
      trim: 'gold!',
      sash: 'silk:#b3282d!',
      patch: 'leather:#17110f!',
    },
    isVaried: true,
    build(k) {
      const f = figure(k, { ...ADULT, isBearded: true, hair: 'long' });
      const [x, y, z] = f.head;
      const [w, h, d] = f.skull;
      k.loft(
        'hat',
        [
          { y: h * 0.48, w: w * 2.3, d: d * 2.4 },
          { y: h * 0.75, w: w * 2.2, d: d * 2.3 },
          { y: h * 1.25, w: w * 1.5, d: d * 1.7 },
          { y: h * 1.35, w: 0, d: 0 },
        ],
        { at: [x, y, z - d * 0.05], name: 'hat_crown' },
      );
      for (const s of SIDES)
        k.ball('hat', [w * 1.9, h * 0.68, d * 0.14], {
          at: [x, y + h * 0.92, z + (s > 0 ? d * 1.05 : -d * 1.15)],
          turn: [s * -14, 0, 0],
          name: 'brim',
        });
      k.ball('trim', [w * 0.36, h * 0.3, d * 0.08], {
        at: [x, y + h * 0.95, z + d * 1.2],
        segments: 16,
        name: 'badge',
      });
      k.ball('patch', [w * 0.26, h * 0.2, d * 0.08], { at: [w * 0.38, y + h * 0.06, z + d * 0.98], segments: 14 });
      k.torus('sash', 0.1 * f.u, 0.017 * f.u, { at: [0, 0.56 * f.u, 0], scale: [1.0, 1, 0.74] });
      k.box('trim', [0.036 * f.u, 0.03 * f.u, 0.012 * f.u], {
        at: [0, 0.546 * f.u, 0.085 * f.u],
        bevel: 0.003 * f.u,
        name: 'buckle',
      });
    },
  },
  {
    names: ['goblin', 'orc', 'troll', 'zombie', 'monster'],
    chinese: ['怪物', '僵尸'],
    size: PERSON_SIZE(1.35, 1.85),
    slots: {
      ...FACE,
      skin: 'skin:#6f9a4f|#7f9a6a|#5a8a6a',
      eye: 'plastic:#1a1410!',
      white: 'neon:#f0d84a!',
      lips: 'skin:#4a5f3a!',
      hair: HAIR,
      top: 'leather:#5b4530|#4a3a2a+',
      legs: 'cotton:#3a332c!',
      shoes: 'leather:#2f241c!',
      horn: 'ceramic:#e6dcc3!',
    },
    isVaried: true,
    build(k) {
      const f = figure(k, {
        ...ADULT,
        height: 1.55,
        head: 1.35,
        bulk: 1.2,
        shoulders: 1.2,
        hair: 'none',
        sleeve: 'skin',
      });
      const [, y, z] = f.head;
      const [w, h, d] = f.skull;
      for (const s of SIDES) {
        k.tube(
          'skin',
          [
            [s * w * 0.9, y, z],
            [s * w * 1.5, y + h * 0.18, z - d * 0.15],
            [s * w * 2.1, y + h * 0.5, z - d * 0.35],
          ],
          [w * 0.2, w * 0.22, w * 0.02],
          { flat: 0.5, ends: 'round', name: 'pointed_ear' },
        );
        k.cylinder('horn', w * 0.07, h * 0.24, {
          at: [s * w * 0.24, y - h * 0.52, z + d * 0.92],
          turn: [-8, 0, 0],
          top: 0,
          segments: 10,
          name: 'tusk',
        });
        k.ball('top', [0.05 * f.u, 0.035 * f.u, 0.055 * f.u], {
          at: [s * 0.13 * f.u, f.shoulderY + 0.02 * f.u, 0],
          turn: [0, 0, -s * 24],
          name: 'shoulder_pad',
        });
      }
      k.torus('horn', 0.11 * f.u, 0.01 * f.u, { at: [0, 0.56 * f.u, 0], scale: [1.08, 1, 0.8], name: 'belt' });
    },
  },
];
