import type { Noun } from '../../builder/noun.ts';
import { mane, furSlots } from './fur.ts';
import { quadruped } from './quadruped.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Wild and mythical quadrupeds. */
export const WILD_ANIMALS: readonly Noun[] = [
  {
    names: ['fox'],
    chinese: ['狐狸'],
    size: [
      [0.12, 0.25],
      [0.4, 0.64],
      [0.7, 1.15],
    ],
    slots: furSlots('#c8662c|#b9572a', '#f1e7da'),
    isVaried: true,
    build: (k) => {
      quadruped(k, {
        back: 0.37,
        length: 1.5,
        chest: 0.22,
        rump: 0.2,
        leg: [0.09, 0.05],
        neck: [0.25, 0.3, 0.19, 0.14],
        head: [0.18, 0.2, 0.06],
        ears: 'pointed',
        ear: 0.24,
        tail: [0.95, 0.12, -0.1],
        isHoofed: false,
      });
    },
  },
  {
    names: ['wolf'],
    chinese: ['狼'],
    size: [
      [0.2, 0.45],
      [0.75, 1.1],
      [1.4, 2.1],
    ],
    slots: furSlots('#75736f|#5d5a58|#8c8478', '#cfcac0'),
    isVaried: true,
    build: (k) =>
      void quadruped(k, {
        back: 0.72,
        length: 1.4,
        chest: 0.24,
        rump: 0.2,
        leg: [0.09, 0.052],
        neck: [0.28, 0.22, 0.21, 0.16],
        head: [0.17, 0.2, 0.07],
        ears: 'pointed',
        ear: 0.17,
        tail: [0.7, 0.08, -0.45],
        isHoofed: false,
      }),
  },
  {
    names: ['lion'],
    chinese: ['狮子'],
    size: [
      [0.5, 0.95],
      [1.1, 1.7],
      [2.2, 3.1],
    ],
    slots: { ...furSlots('#c9995a|#bb8846', '#ead9b8'), mane: 'fur:#6e4322|#7d4f28+' },
    isVaried: true,
    build: (k) => {
      const head = quadruped(k, {
        back: 1.0,
        length: 1.5,
        chest: 0.25,
        rump: 0.21,
        leg: [0.1, 0.07],
        neck: [0.2, 0.2, 0.22, 0.19],
        head: [0.19, 0.12, 0.1],
        ears: 'round',
        ear: 0.1,
        tail: [0.8, 0.03, -0.3],
        isHoofed: false,
      });
      k.ball('mane', [head.r * 1.75, head.r * 1.85, head.r * 1.05], {
        at: [0, head.y - head.r * 0.25, head.z - head.r * 0.45],
        e: 2.2,
      });
      k.ball('mane', [head.r * 1.25, head.r * 1.5, head.r * 1.2], {
        at: [0, head.y - head.r * 1.1, head.z - head.r * 0.7],
      });
    },
  },
  {
    names: ['bear'],
    chinese: ['熊'],
    size: [
      [0.5, 0.95],
      [0.95, 1.6],
      [1.7, 2.6],
    ],
    slots: furSlots('#5d4130|#7a5335|#3a2c25', '#a98765'),
    isVaried: true,
    build: (k) =>
      void quadruped(k, {
        back: 1.0,
        length: 1.55,
        chest: 0.34,
        rump: 0.36,
        leg: [0.17, 0.115],
        neck: [0.24, 0.12, 0.27, 0.22],
        head: [0.235, 0.14, 0.1],
        ears: 'round',
        ear: 0.13,
        tail: [0.16, 0.06, -0.2],
        isHoofed: false,
      }),
  },
  {
    names: ['unicorn'],
    chinese: ['独角兽'],
    size: [
      [0.4, 0.85],
      [2.0, 2.85],
      [2.7, 3.9],
    ],
    slots: { ...furSlots('#f3f1ee', '#e8dfe6'), mane: 'fur:#d98fc0|#8fb3e0|#b98fe0+', horn: 'gold!' },
    isVaried: true,
    build: (k) => {
      const { y, z, r } = quadruped(k, {
        back: 1.5,
        length: 1.25,
        chest: 0.185,
        rump: 0.19,
        leg: [0.075, 0.036],
        neck: [0.3, 0.4, 0.135, 0.085],
        head: [0.1, 0.24, 0.058],
        ears: 'pointed',
        ear: 0.085,
        tail: [0.55, 0.05, -0.75],
        isHoofed: true,
      });
      mane(k, y, z, r);

      k.cylinder('horn', 0.032, 0.36, { at: [0, y + r * 0.75, z + r * 0.75], turn: [32, 0, 0], top: 0, segments: 12 });
    },
  },
  {
    names: ['elephant', 'mammoth'],
    chinese: ['大象', '象'],
    size: [
      [2.3, 3.6],
      [2.8, 4.1],
      [4.8, 7.2],
    ],
    slots: {
      coat: 'leather:#85827f|#9a938b',
      belly: 'leather:#8b8784',
      dark: 'plastic:#26221f!',
      tusk: 'ceramic:#efe7d2!',
    },
    isVaried: true,
    build: (k) => {
      const { y, z, r } = quadruped(k, {
        back: 2.7,
        length: 1.35,
        chest: 0.31,
        rump: 0.3,
        leg: [0.15, 0.1],
        neck: [0.16, 0.12, 0.24, 0.21],
        head: [0.21, 0.03, 0.12],
        ears: 'none',
        ear: 0,
        tail: [0.5, 0.02, -0.85],
        isHoofed: true,
      });
      k.tube(
        'coat',
        [
          [0, y - r * 0.2, z + r * 0.9],
          [0, y - r * 0.8, z + r * 1.6],
          [0, y - r * 2, z + r * 1.75],
          [0, y - r * 3, z + r * 1.7],
          [0, y - r * 3.35, z + r * 2.1],
        ],
        [r * 0.5, r * 0.42, r * 0.3, r * 0.22, r * 0.16],
        { ends: 'round', name: 'trunk' },
      );
      for (const s of SIDES) {
        k.ball('coat', [r * 0.95, r * 1.25, r * 0.13], {
          at: [s * r * 1.5, y + r * 0.1, z - r * 0.05],
          turn: [0, s * -24, s * 8],
          name: 'ear',
        });
        k.tube(
          'tusk',
          [
            [s * r * 0.42, y - r * 0.7, z + r * 0.95],
            [s * r * 0.55, y - r * 1.45, z + r * 1.5],
            [s * r * 0.5, y - r * 1.4, z + r * 2.15],
          ],
          [r * 0.13, r * 0.11, r * 0.02],
          { ends: 'round' },
        );
      }
    },
  },
  {
    names: ['deer', 'stag', 'reindeer', 'moose'],
    chinese: ['鹿'],
    size: [
      [0.4, 1.1],
      [1.8, 2.7],
      [1.7, 2.7],
    ],
    slots: { ...furSlots('#9a6a42|#7f5637', '#e8d9c2'), horn: 'bark!' },
    isVaried: true,
    build: (k) => {
      const { y, z, r } = quadruped(k, {
        back: 1.15,
        length: 1.25,
        chest: 0.2,
        rump: 0.19,
        leg: [0.075, 0.038],
        neck: [0.2, 0.42, 0.14, 0.09],
        head: [0.12, 0.19, 0.055],
        ears: 'pointed',
        ear: 0.14,
        tail: [0.12, 0.05, 0.1],
        isHoofed: true,
      });
      for (const s of SIDES) {
        k.tube(
          'horn',
          [
            [s * r * 0.4, y + r * 0.7, z],
            [s * r * 1.6, y + r * 2.2, z - r * 0.8],
            [s * r * 2.1, y + r * 4.2, z - r * 0.3],
          ],
          [0.024, 0.02, 0.006],
          { ends: 'round', name: 'antler' },
        );
        for (const [t, up] of [
          [0.35, 0.26],
          [0.65, 0.28],
        ] as const) {
          const base = [s * r * (0.6 + 1.6 * t), y + r * (0.9 + 2.9 * t), z - r * 0.6] as const;
          k.tube(
            'horn',
            [base, [base[0] + s * 0.03, base[1] + up * 0.6, base[2] + 0.14], [base[0], base[1] + up, base[2] + 0.18]],
            [0.016, 0.013, 0.004],
            { ends: 'round', name: 'tine' },
          );
        }
      }
    },
  },
];
