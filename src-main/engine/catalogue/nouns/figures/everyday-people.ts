import type { Noun } from '../../builder/noun.ts';
import { figure } from './figure.ts';
import { ADULT, FACE, HAIR, PERSON_SIZE } from './person-defaults.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Contemporary people; in A-pose, or T-pose on request. */
export const EVERYDAY_PEOPLE: readonly Noun[] = [
  {
    names: ['man', 'person', 'human', 'guy', 'character', 'figure', 'worker', 'farmer', 'hero'],
    chinese: ['人', '男人', '人物', '角色'],
    size: PERSON_SIZE(1.6, 1.95),
    slots: {
      ...FACE,
      hair: HAIR,
      top: 'cotton:#3f6f9a|#a5482f|#4f7a54|#d8d2c4',
      legs: 'denim:#3a4a66|#4d4438|#2f3136+',
      shoes: 'leather:#3a2a20!',
    },
    isVaried: true,
    build: (k) => void figure(k, ADULT),
  },
  {
    names: ['woman', 'lady', 'mother'],
    chinese: ['女人', '女士'],
    size: PERSON_SIZE(1.5, 1.85),
    slots: {
      ...FACE,
      hair: HAIR,
      top: 'cotton:#b3486a|#3f8f8a|#d9a23f|#6a5a9a',
      legs: 'denim:#2f3a56|#3a3236+',
      shoes: 'leather:#4a2f2a!',
    },
    isVaried: true,
    build: (k) => void figure(k, { ...ADULT, height: 1.67, bulk: 0.92, shoulders: 0.9, hips: 1.04, hair: 'long' }),
  },
  {
    names: ['boy', 'girl', 'child', 'kid'],
    chinese: ['男孩', '女孩', '孩子', '小孩'],
    size: PERSON_SIZE(1.05, 1.42),
    slots: {
      ...FACE,
      hair: HAIR,
      top: 'cotton:#d8483a|#3f8fd8|#f0b93c|#5aa85a',
      legs: 'denim:#3b5680|#7a6a4a+',
      shoes: 'rubber:#efece4!',
    },
    isVaried: true,
    build: (k) => void figure(k, { ...ADULT, height: 1.22, head: 1.45, bulk: 1.02, shoulders: 0.92, hips: 0.98 }),
  },
  {
    names: ['astronaut', 'cosmonaut', 'spaceman'],
    chinese: ['宇航员'],
    size: PERSON_SIZE(1.65, 2.1),
    slots: {
      ...FACE,
      hair: HAIR,
      top: 'cotton:#eceae4',
      legs: 'cotton:#e4e2dc',
      shoes: 'rubber:#8b8e92!',
      visor: 'chrome:#d9a23f!',
      trim: 'plastic:#c8352f|#2c5fb3+',
      gear: 'plastic:#9a9ea3!',
    },
    isVaried: true,
    build(k) {
      const f = figure(k, { ...ADULT, height: 1.78, bulk: 1.32, shoulders: 1.12, hips: 1.05, hair: 'none' });
      const [x, y, z] = f.head;
      const r = f.skull[1] * 1.5;
      k.ball('top', [r * 0.98, r, r * 0.98], { at: [x, y, z], segments: 32, name: 'helmet' });
      k.ball('visor', [r * 0.78, r * 0.66, r * 0.6], { at: [x, y + r * 0.02, z + r * 0.48], segments: 28 });
      k.torus('gear', r * 0.72, r * 0.12, { at: [x, y - r * 0.82, z], name: 'collar' });
      k.box('top', [0.24 * f.u, 0.25 * f.u, 0.09 * f.u], {
        at: [0, 0.57 * f.u, -0.125 * f.u],
        bevel: 0.022 * f.u,
        corner: 0.03 * f.u,
        name: 'pack',
      });
      k.box('gear', [0.12 * f.u, 0.075 * f.u, 0.035 * f.u], {
        at: [0, 0.66 * f.u, 0.1 * f.u],
        bevel: 0.008 * f.u,
        name: 'chest_unit',
      });
      for (const i of [-1, 0, 1])
        k.cylinder('trim', 0.011 * f.u, 0.01 * f.u, {
          at: [i * 0.034 * f.u, 0.7 * f.u, 0.131 * f.u],
          turn: [90, 0, 0],
          segments: 14,
          name: 'button',
        });
      for (const s of SIDES) {
        const [wx, wy, wz] = f.wrist(s);
        k.ball('trim', 0.036 * f.u, {
          at: [wx * 0.9, wy + (k.is('t_pose') ? 0 : 0.034 * f.u), wz - 0.006 * f.u],
          segments: 16,
          name: 'cuff',
        });
        k.tube(
          'gear',
          [
            [s * 0.05 * f.u, 0.68 * f.u, 0.12 * f.u],
            [s * 0.13 * f.u, 0.66 * f.u, 0.06 * f.u],
            [s * 0.1 * f.u, 0.66 * f.u, -0.12 * f.u],
          ],
          0.009 * f.u,
          { segments: 8, name: 'hose' },
        );
      }
    },
  },
  {
    names: ['ninja', 'assassin', 'thief'],
    chinese: ['忍者'],
    size: PERSON_SIZE(1.6, 1.95),
    slots: {
      ...FACE,
      hair: 'cotton:#17181c!',
      top: 'cotton:#1f2127|#5a1a1f',
      legs: 'cotton:#1b1d22',
      shoes: 'leather:#121316!',
      sash: 'silk:#b3282d|#2c5fb3+',
    },
    isVaried: true,
    build(k) {
      const f = figure(k, { ...ADULT, bulk: 0.96, hair: 'none' });
      const [x, y, z] = f.head;
      const [w, h, d] = f.skull;
      k.ball('top', [w * 1.12, h * 0.86, d * 1.06], { at: [x, y + h * 0.36, z - d * 0.12], name: 'hood' });
      k.ball('top', [w * 1.08, h * 0.62, d * 1.06], { at: [x, y - h * 0.52, z + d * 0.06], name: 'mask' });
      k.torus('sash', w * 1.02, w * 0.13, { at: [x, y + h * 0.36, z], scale: [1, 1, d / w], name: 'headband' });
      for (const s of SIDES)
        k.tube(
          'sash',
          [
            [s * w * 0.1, y + h * 0.36, z - d * 1.05],
            [s * w * 0.5, y + h * 0.1, z - d * 1.7],
            [s * w * 0.7, y - h * 0.5, z - d * 2.0],
          ],
          [w * 0.1, w * 0.18, w * 0.08],
          { flat: 0.3, ends: 'round', name: 'ribbon' },
        );
      k.torus('sash', 0.098 * f.u, 0.014 * f.u, { at: [0, 0.56 * f.u, 0], scale: [0.98, 1, 0.72], name: 'belt' });
    },
  },
];
