import type { Noun } from '../../builder/noun.ts';
import { SIDES } from '../shared/symmetry.ts';
import { WOODS } from '../shared/common-finishes.ts';

/** Storage furniture. */
export const CUPBOARDS: readonly Noun[] = [
  {
    names: ['bookshelf', 'shelf', 'bookcase'],
    chinese: ['书架', '架子'],
    size: [
      [0.75, 1.05],
      [1.5, 2.1],
      [0.24, 0.38],
    ],
    slots: {
      body: WOODS,
      red: 'paper:#8f3a32!',
      blue: 'paper:#35527a!',
      green: 'paper:#4d6b46!',
      sand: 'paper:#c7ae7d!',
    },
    build(k) {
      const [w, h, d] = [k.vary(0.9), k.vary(1.8), k.vary(0.3)];
      const t = 0.024;
      for (const s of SIDES) k.box('body', [t, h, d], { at: [s * (w / 2 - t / 2), 0, 0], name: 'side' });
      k.box('body', [w - t, h - 0.02, 0.01], { at: [0, 0.01, -d / 2 + 0.008], name: 'back' });
      const rows = 5;
      const step = (h - 0.1 - t) / rows;
      for (let row = 0; row <= rows; row++)
        k.box('body', [w - t, t, d - 0.01], { at: [0, 0.08 + row * step, 0], name: 'board' });
      k.box('body', [w - t, 0.08, t], { at: [0, 0, d / 2 - 0.04], name: 'plinth' });
      const covers = ['red', 'blue', 'green', 'sand'] as const;
      for (let row = 0; row < rows; row++) {
        let x = -w / 2 + t + 0.012;
        const end = w / 2 - t - k.vary(0.17, 0.8);
        while (x < end) {
          const thick = k.vary(0.036, 0.35);
          const height = step * k.vary(0.7, 0.18);
          k.box(covers[k.count(0, 3)]!, [thick - 0.002, height, d * 0.68], {
            at: [x + thick / 2, 0.08 + t + row * step, 0.01],
            bevel: 0.003,
            name: 'book',
          });
          x += thick;
        }
      }
      k.spot('top', [0, h, 0], w * 0.85, d * 0.85);
    },
  },
  {
    names: ['wardrobe', 'cabinet', 'cupboard', 'closet'],
    chinese: ['衣柜', '柜子'],
    size: [
      [1.0, 1.5],
      [1.75, 2.25],
      [0.52, 0.76],
    ],
    slots: { body: WOODS, knobs: 'brass!' },
    build(k) {
      const [w, h, d] = [k.vary(1.2), k.vary(2.0, 0.07), k.vary(0.62)];
      k.box('body', [w - 0.05, h - 0.12, d - 0.06], { at: [0, 0.08, 0], bevel: 0.01 });
      k.box('body', [w, 0.06, d], { at: [0, h - 0.06, 0], bevel: 0.02, name: 'cornice' });
      k.box('body', [w - 0.02, 0.09, d - 0.03], { bevel: 0.012, name: 'plinth' });
      for (const s of SIDES) {
        const door = (w - 0.1) / 2;
        k.box('body', [door - 0.01, h - 0.24, 0.03], {
          at: [s * door * 0.5, 0.13, d / 2 - 0.035],
          bevel: 0.01,
          name: 'door',
        });
        for (const upper of [0, 1]) {
          k.box('body', [door - 0.16, (h - 0.24) / 2 - 0.13, 0.02], {
            at: [s * door * 0.5, 0.22 + upper * ((h - 0.28) / 2), d / 2 - 0.016],
            bevel: 0.009,
            name: 'panel',
          });
        }
        k.ball('knobs', 0.018, { at: [s * 0.05, h * 0.5, d / 2 + 0.006], segments: 12 });
      }
      k.spot('top', [0, h, 0], w * 0.9, d * 0.85);
    },
  },
  {
    names: ['chest', 'treasure chest'],
    chinese: ['宝箱', '箱子'],
    size: [
      [0.7, 1.0],
      [0.48, 0.74],
      [0.44, 0.66],
    ],
    slots: { body: 'wood:#7a4f2b|#5b3b22', bands: 'iron:#5a5550+', lock: 'gold!' },
    build(k) {
      const [w, h, d] = [k.vary(0.84), k.vary(0.36), k.vary(0.52)];
      k.box('body', [w, h, d], { bevel: 0.01 });
      const arc = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => {
        const angle = (i / 8) * Math.PI;
        return [Math.cos(angle) * 0.5 * d, Math.sin(angle) * 0.42 * d] as const;
      });
      k.extrude('body', arc, w, { at: [0, h + 0.005, 0], turn: [0, 90, 0], bevel: 0.01, name: 'lid' });
      for (const x of [-0.36, 0, 0.36]) {
        k.extrude(
          'bands',
          arc.map(([z, y]) => [z * 1.04, y * 1.05] as const),
          0.07,
          { at: [x * w, h + 0.004, 0], turn: [0, 90, 0], name: 'lid_band' },
        );
        k.box('bands', [0.07, h, d * 1.03], { at: [x * w, 0.002, 0], bevel: 0.004, name: 'band' });
      }
      k.box('bands', [w * 1.02, 0.045, d * 1.025], { at: [0, h - 0.035, 0], bevel: 0.005, name: 'rim' });
      k.box('lock', [0.11, 0.13, 0.03], { at: [0, h - 0.07, d / 2 + 0.012], bevel: 0.01 });
      for (const s of SIDES)
        k.torus('bands', 0.06, 0.012, {
          at: [s * (w / 2 + 0.01), h * 0.6, 0],
          turn: [0, 0, 90],
          segments: 20,
          name: 'handle',
        });
    },
  },
];
