import type { Noun } from '../../builder/noun.ts';
import { figure } from './figure.ts';
import { ADULT, FACE, HAIR, PERSON_SIZE } from './person-defaults.ts';
import { around, polar, SIDES } from '../shared/symmetry.ts';

/** Fairy-tale characters; in A-pose, or T-pose on request. */
export const TALE_PEOPLE: readonly Noun[] = [
  {
    names: ['wizard', 'mage', 'sorcerer'],
    chinese: ['巫师', '魔法师'],
    size: PERSON_SIZE(1.65, 2.35),
    slots: {
      ...FACE,
      hair: 'wool:#e6e2da!',
      top: 'velvet:#3f3a8c|#5a2a6b|#1f4f5a',
      legs: 'cotton:#2a2833+',
      shoes: 'leather:#3a2a20!',
      trim: 'gold!',
    },
    isVaried: true,
    build(k) {
      const f = figure(k, { ...ADULT, hair: 'short', isBearded: true, isSkirted: true, leg: 'legs' });
      const [x, y, z] = f.head;
      const [w, h, d] = f.skull;
      k.lathe(
        'top',
        [
          [0, h * 0.42],
          [w * 1.0, h * 0.42],
          [w * 2.15, h * 0.36],
          [w * 2.1, h * 0.46],
          [w * 1.12, h * 0.6],
          [w * 0.72, h * 1.5],
          [w * 0.3, h * 2.7],
          [0, h * 3.3],
        ],
        { at: [x, y, z - d * 0.1], turn: [-7, 0, 0], segments: 32, name: 'hat' },
      );
      k.torus('trim', w * 1.1, w * 0.1, { at: [x, y + h * 0.66, z - d * 0.13], turn: [-7, 0, 0], name: 'hat_band' });
      k.torus('trim', 0.1 * f.u, 0.009 * f.u, { at: [0, 0.585 * f.u, 0], scale: [0.95, 1, 0.72], name: 'belt' });
      for (const s of SIDES) {
        const [wx, wy, wz] = f.wrist(s);
        const drop = k.is('t_pose') ? 0 : 0.055 * f.u;
        k.tube(
          'top',
          [
            [wx * 0.74, wy + drop * 1.25, wz],
            [wx * 0.91, wy + drop * 0.2, wz],
          ],
          [0.031 * f.u, 0.052 * f.u],
          { isSmooth: false, segments: 18, name: 'cuff' },
        );
      }
    },
  },
  {
    names: ['king', 'emperor'],
    chinese: ['国王'],
    size: PERSON_SIZE(1.6, 2.05),
    slots: {
      ...FACE,
      hair: HAIR,
      top: 'velvet:#8a1f2f|#3d2a6b|#1f4f8a',
      legs: 'cotton:#e4dfd2+',
      shoes: 'leather:#4a2f2a!',
      crown: 'gold!',
      gem: 'ruby!',
      fur: 'fur:#f3efe6!',
      cape: 'velvet:#5a1220|#2a1a4a!',
    },
    isVaried: true,
    build(k) {
      const f = figure(k, { ...ADULT, isBearded: true, hair: 'short', bulk: 1.08, isSkirted: true, leg: 'legs' });
      const [x, y, z] = f.head;
      const [w, h] = f.skull;
      const top = y + h * 0.62;
      k.lathe(
        'crown',
        [
          [w * 1.06, 0],
          [w * 1.16, h * 0.4],
          [w * 1.1, h * 0.4],
          [w * 1.0, 0],
        ],
        { at: [x, top, z - w * 0.16], isLoop: true, segments: 30, name: 'crown' },
      );
      for (const angle of around(8)) {
        const [px, pz] = polar(angle, w * 1.13);
        k.extrude(
          'crown',
          [
            [-w * 0.3, h * 0.3],
            [w * 0.3, h * 0.3],
            [0, h * 0.95],
          ],
          w * 0.07,
          { at: [px, top, pz + z - w * 0.16], turn: [0, angle, 0], name: 'crown_point' },
        );
        k.ball('gem', w * 0.09, { at: [px, top + h * 0.98, pz + z - w * 0.16], segments: 10 });
      }
      k.loft(
        'cape',
        [
          { y: 0.4, w: 0.36, d: 0.045, z: -0.15 },
          { y: 0.55, w: 0.31, d: 0.045, z: -0.115 },
          { y: 0.7, w: 0.26, d: 0.045, z: -0.09 },
          { y: 0.81, w: 0.19, d: 0.04, z: -0.055 },
        ].map((c) => ({ y: c.y * f.u, w: c.w * f.u, d: c.d * f.u, z: c.z * f.u })),
      );
      k.torus('fur', 0.09 * f.u, 0.022 * f.u, {
        at: [0, 0.815 * f.u, -0.004 * f.u],
        scale: [1.05, 1, 0.78],
        name: 'collar',
      });
      k.torus('crown', 0.1 * f.u, 0.009 * f.u, { at: [0, 0.585 * f.u, 0], scale: [0.97, 1, 0.74], name: 'belt' });
    },
  },
  {
    names: ['princess', 'queen', 'fairy'],
    chinese: ['公主', '女王', '仙女'],
    size: PERSON_SIZE(1.5, 1.95),
    slots: {
      ...FACE,
      hair: HAIR,
      top: 'silk:#d86f9f|#6a8fd0|#7a4fa8|#d9b04a',
      legs: 'cotton:#f0e8e4',
      shoes: 'silk:#f0e8e4!',
      crown: 'gold!',
      gem: 'sapphire!',
    },
    isVaried: true,
    build(k) {
      const f = figure(k, {
        ...ADULT,
        height: 1.68,
        bulk: 0.9,
        shoulders: 0.88,
        hair: 'long',
        isSkirted: true,
        sleeve: 'skin',
      });
      const [x, y, z] = f.head;
      const [w, h, d] = f.skull;
      for (const angle of [-64, -32, 0, 32, 64]) {
        const [px, pz] = polar(angle, w * 0.98);
        k.lathe(
          'crown',
          [
            [w * 0.15, 0],
            [w * 0.1, h * 0.32],
            [0, h * 0.6 - Math.abs(angle) * h * 0.003],
          ],
          { at: [x + px, y + h * 0.72, z - d * 0.2 + pz], segments: 8, name: 'tiara_point' },
        );
        k.ball('gem', w * 0.075, { at: [x + px * 1.06, y + h * 0.86, z - d * 0.2 + pz * 1.06], segments: 10 });
      }
      k.torus('crown', w * 1.0, w * 0.07, { at: [x, y + h * 0.72, z - d * 0.2], name: 'tiara_band' });
      k.torus('crown', 0.088 * f.u, 0.008 * f.u, { at: [0, 0.595 * f.u, 0], scale: [0.92, 1, 0.68], name: 'belt' });
      for (const s of SIDES)
        k.ball('top', [0.045 * f.u, 0.04 * f.u, 0.045 * f.u], {
          at: [s * 0.112 * f.u, f.shoulderY - 0.004 * f.u, 0],
          segments: 18,
          name: 'puff_sleeve',
        });
    },
  },
];
