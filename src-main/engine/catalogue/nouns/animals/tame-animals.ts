import type { Noun } from '../../builder/noun.ts';
import { mane, furSlots } from './fur.ts';
import { quadruped } from './quadruped.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Pets and farm animals. */
export const TAME_ANIMALS: readonly Noun[] = [
  {
    names: ['cat', 'kitten', 'kitty'],
    chinese: ['猫', '小猫'],
    size: [
      [0.1, 0.2],
      [0.3, 0.5],
      [0.5, 0.85],
    ],
    slots: furSlots('#8c8178|#c98443|#2d2a2a|#b59a7c', '#efe8de'),
    isVaried: true,
    build: (k) =>
      void quadruped(k, {
        back: 0.27,
        length: 1.45,
        chest: 0.26,
        rump: 0.28,
        leg: [0.11, 0.065],
        neck: [0.22, 0.3, 0.2, 0.16],
        head: [0.235, 0.06, 0.085],
        ears: 'pointed',
        ear: 0.2,
        tail: [0.95, 0.05, 0.55],
        isHoofed: false,
      }),
  },
  {
    names: ['dog', 'puppy', 'hound'],
    chinese: ['狗', '小狗'],
    size: [
      [0.17, 0.32],
      [0.55, 0.82],
      [0.75, 1.15],
    ],
    slots: furSlots('#a9743f|#c9a26d|#4a3b31|#8d8479', '#efe3cf'),
    isVaried: true,
    build: (k) =>
      void quadruped(k, {
        back: 0.5,
        length: 1.35,
        chest: 0.25,
        rump: 0.22,
        leg: [0.1, 0.06],
        neck: [0.24, 0.32, 0.19, 0.14],
        head: [0.19, 0.16, 0.085],
        ears: 'floppy',
        ear: 0.24,
        tail: [0.55, 0.04, 0.7],
        isHoofed: false,
      }),
  },
  {
    names: ['rabbit', 'bunny', 'hare'],
    chinese: ['兔子', '兔'],
    size: [
      [0.1, 0.22],
      [0.28, 0.48],
      [0.3, 0.5],
    ],
    slots: furSlots('#a5927e|#efebe4|#6d5b4b', '#f2ece2'),
    isVaried: true,
    build: (k) =>
      void quadruped(k, {
        back: 0.2,
        length: 1.35,
        chest: 0.3,
        rump: 0.4,
        leg: [0.15, 0.08],
        neck: [0.16, 0.3, 0.26, 0.22],
        head: [0.29, 0.1, 0.12],
        ears: 'long',
        ear: 0.55,
        tail: [0.18, 0.15, 0.2],
        isHoofed: false,
      }),
  },
  {
    names: ['horse', 'pony', 'stallion', 'mare'],
    chinese: ['马'],
    size: [
      [0.4, 0.85],
      [1.9, 2.6],
      [2.7, 3.9],
    ],
    slots: { ...furSlots('#6d4226|#8a5a35|#3b2a22|#cfc6b8', '#54341f'), mane: 'fur:#2a1d16|#e0d4bd+' },
    isVaried: true,
    build: (k) => {
      const head = quadruped(k, {
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
      const { y, z, r } = head;
      mane(k, y, z, r);
    },
  },
  {
    names: ['cow', 'bull', 'ox'],
    chinese: ['牛', '奶牛'],
    size: [
      [0.6, 1.1],
      [1.4, 2.0],
      [2.4, 3.7],
    ],
    slots: { ...furSlots('#f0ebe2|#6b4128|#2b2522', '#d9a79a'), horn: 'ceramic:#e6dcc3!', patch: 'fur:#2b2624+' },
    isVaried: true,
    build: (k) => {
      const { y, z, r } = quadruped(k, {
        back: 1.4,
        length: 1.5,
        chest: 0.28,
        rump: 0.28,
        leg: [0.1, 0.055],
        neck: [0.27, 0.14, 0.2, 0.14],
        head: [0.14, 0.19, 0.095],
        ears: 'floppy',
        ear: 0.13,
        tail: [0.6, 0.022, -0.9],
        isHoofed: true,
      });
      for (const s of SIDES)
        k.tube(
          'horn',
          [
            [s * r * 0.5, y + r * 0.75, z],
            [s * r * 1.1, y + r * 1.05, z],
            [s * r * 1.3, y + r * 1.7, z + r * 0.1],
          ],
          [0.038, 0.03, 0.004],
          { ends: 'round' },
        );
      k.ball('patch', [0.405, 0.24, 0.3], { at: [0, 1.02, -0.35], segments: 18 });
      k.ball('belly', [0.15, 0.1, 0.17], { at: [0, 0.62, -0.5], name: 'udder' });
    },
  },
  {
    names: ['pig', 'piglet', 'boar'],
    chinese: ['猪'],
    size: [
      [0.38, 0.68],
      [0.66, 1.1],
      [1.4, 2.2],
    ],
    slots: { ...furSlots('#e2a19b', '#d98c86'), dark: 'plastic:#5b2f2f!' },
    isVaried: true,
    build: (k) =>
      void quadruped(k, {
        back: 0.75,
        length: 1.75,
        chest: 0.33,
        rump: 0.35,
        leg: [0.13, 0.07],
        neck: [0.18, 0.06, 0.28, 0.24],
        head: [0.245, 0.13, 0.115],
        ears: 'pointed',
        ear: 0.16,
        tail: [0.2, 0.03, 0.5],
        isHoofed: true,
      }),
  },
  {
    names: ['sheep', 'lamb', 'ram'],
    chinese: ['羊', '绵羊'],
    size: [
      [0.5, 0.85],
      [0.85, 1.25],
      [1.2, 1.8],
    ],
    slots: { coat: 'fur:#4b443f', belly: 'fur:#3f3935', dark: 'plastic:#1d1a19!', wool: 'wool:#ece6d9+' },
    isVaried: true,
    build: (k) => {
      const { y, z, r } = quadruped(k, {
        back: 0.78,
        length: 1.3,
        chest: 0.26,
        rump: 0.26,
        leg: [0.085, 0.05],
        neck: [0.22, 0.2, 0.2, 0.13],
        head: [0.145, 0.15, 0.075],
        ears: 'floppy',
        ear: 0.2,
        tail: [0.1, 0.05, -0.5],
        isHoofed: true,
      });
      k.ball('wool', [0.29, 0.28, 0.47], { at: [0, 0.6, -0.05], e: 2.3 });
      for (let ring = 0; ring < 4; ring++) {
        for (let i = 0; i < 7; i++) {
          const [a, t] = [((i - 3) / 7) * 3.6, ring / 3];
          k.ball('wool', k.vary(0.115, 0.15), {
            at: [Math.sin(a) * 0.235, 0.61 + Math.cos(a) * 0.215, -0.43 + t * 0.75],
            segments: 12,
          });
        }
      }
      k.ball('wool', [r * 0.8, r * 0.5, r * 0.8], { at: [0, y + r * 0.85, z], segments: 14, name: 'topknot' });
    },
  },
];
