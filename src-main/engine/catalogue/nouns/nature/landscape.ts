import type { Noun } from '../../builder/noun.ts';
import { around, polar } from '../shared/symmetry.ts';

/** Stones, weather and mountains. */
export const LANDSCAPE: readonly Noun[] = [
  {
    names: ['rock', 'stone', 'boulder', 'pebble'],
    chinese: ['石头', '岩石'],
    size: [
      [0.55, 1.3],
      [0.36, 0.85],
      [0.5, 1.15],
    ],
    slots: { body: 'stone:#8b8781|#7a746b|#979a9d' },
    isVaried: true,
    build(k) {
      const cuts = [0, 0.08, 0.3, 0.55, 0.8, 1].map((y, i) => {
        const share = [0.62, 0.88, 1, 0.86, 0.56, 0.16][i]!;
        return {
          y: y * k.vary(0.58, 0.02),
          w: share * k.vary(0.95, 0.14),
          d: share * k.vary(0.8, 0.14),
          x: k.vary(0.03, 2),
          z: k.vary(0.03, 2),
          e: k.vary(2.7, 0.2),
        };
      });
      k.loft('body', cuts, { segments: 11, isSmooth: false });
      k.spot('top', [0, 0.56, 0], 0.3, 0.3);
    },
  },
  {
    names: ['crystal cluster', 'crystals', 'gem', 'gemstone', 'jewel'],
    chinese: ['水晶', '宝石'],
    size: [
      [0.3, 0.8],
      [0.35, 0.8],
      [0.3, 0.8],
    ],
    slots: { crystal: 'crystal:#9a6fd8|#58b8d8|#e07ab0', base: 'stone+' },
    isVaried: true,
    build(k) {
      k.loft(
        'base',
        [
          { y: 0, w: 0.46, d: 0.42 },
          { y: 0.07, w: 0.44, d: 0.4 },
          { y: 0.12, w: 0.2, d: 0.2 },
        ],
        { segments: 9, isSmooth: false },
      );
      const shard = (
        r: number,
        h: number,
        at: readonly [number, number, number],
        turn: readonly [number, number, number],
      ) =>
        k.lathe(
          'crystal',
          [
            [r * 0.75, 0],
            [r, h * 0.62],
            [0, h],
          ],
          { segments: 6, at, turn, name: 'shard' },
        );
      shard(0.07, k.vary(0.55), [0, 0.04, 0], [4, 20, 3]);
      for (const angle of around(6)) {
        const [x, z] = polar(angle + k.vary(15, 1), 0.1);
        shard(k.vary(0.045, 0.2), k.vary(0.33, 0.25), [x, 0.04, z], [z * 240, angle, -x * 240]);
      }
    },
  },
  {
    names: ['cloud'],
    chinese: ['云', '云朵'],
    size: [
      [1.5, 2.7],
      [0.7, 1.35],
      [0.7, 1.4],
    ],
    slots: { body: 'snow' },
    isVaried: true,
    build(k) {
      for (const [x, y, z, r] of [
        [-0.62, 0.3, 0, 0.3],
        [-0.25, 0.48, 0.05, 0.45],
        [0.22, 0.54, -0.05, 0.5],
        [0.66, 0.34, 0.02, 0.34],
        [0, 0.32, 0.22, 0.34],
        [0.38, 0.3, 0.2, 0.3],
        [-0.35, 0.3, -0.18, 0.3],
      ] as const) {
        const s = k.vary(r, 0.1);
        k.ball('body', [s, s * 0.9, s], { at: [x, y + 0.02, z], segments: 20 });
      }
    },
  },
  {
    names: ['mountain', 'hill', 'volcano'],
    chinese: ['山', '大山'],
    size: [
      [18, 34],
      [9, 17],
      [18, 34],
    ],
    slots: { body: 'stone:#77736c|#6c6a62', peak: 'snow+' },
    isVaried: true,
    build(k) {
      const h = k.vary(12, 0.15);
      const cut = (y: number, share: number) => ({
        y: y * h,
        w: share * k.vary(24, 0.08),
        d: share * k.vary(24, 0.08),
        x: k.vary(0.4, 2),
        z: k.vary(0.4, 2),
        e: 2,
      });
      const cuts = [
        cut(0, 1),
        cut(0.16, 0.84),
        cut(0.34, 0.64),
        cut(0.54, 0.45),
        cut(0.7, 0.29),
        cut(0.86, 0.13),
        cut(0.97, 0.03),
      ];
      k.loft('body', cuts, { segments: 13, isSmooth: false });
      k.loft(
        'peak',
        cuts.slice(4).map((c) => ({ ...c, y: c.y + 0.03 * h, w: c.w * 1.12, d: c.d * 1.12 })),
        { segments: 13, isSmooth: false },
      );
    },
  },
  {
    names: ['snowman'],
    chinese: ['雪人'],
    size: [
      [0.75, 1.7],
      [1.3, 1.95],
      [0.6, 1.0],
    ],
    slots: {
      body: 'snow',
      coal: 'rubber:#1b1b1c!',
      nose: 'plastic:#e5792a!',
      scarf: 'wool:#c0282d|#2c5fb3+',
      arms: 'bark!',
      hat: 'fabric:#232326!',
    },
    build(k) {
      const r = k.vary(0.38);
      k.ball('body', [r, r * 0.92, r], { at: [0, r * 0.9, 0] });
      k.ball('body', r * 0.72, { at: [0, r * 2.15, 0] });
      k.ball('body', r * 0.5, { at: [0, r * 3.08, 0], name: 'head' });
      for (const y of [1.85, 2.15, 2.45])
        k.ball('coal', r * 0.06, {
          at: [0, r * y, r * Math.sqrt(Math.max(0.1, 0.52 - (y - 2.15) ** 2))],
          segments: 10,
          name: 'button',
        });
      for (const s of [-1, 1]) {
        k.ball('coal', r * 0.055, { at: [s * r * 0.17, r * 3.2, r * 0.45], segments: 10, name: 'eye' });
        k.tube(
          'arms',
          [
            [s * r * 0.6, r * 2.3, 0],
            [s * r * 1.2, r * 2.6, 0.03],
            [s * r * 1.65, r * 2.85, 0],
          ],
          [0.024, 0.018, 0.01],
          { ends: 'round', segments: 8, name: 'arm' },
        );
      }
      k.cylinder('nose', r * 0.08, r * 0.48, { at: [0, r * 3.06, r * 0.44], turn: [92, 0, 0], top: 0, segments: 14 });
      k.torus('scarf', r * 0.42, r * 0.11, { at: [0, r * 2.7, 0] });
      k.box('scarf', [r * 0.22, r * 0.6, r * 0.08], {
        at: [r * 0.25, r * 2.1, r * 0.58],
        turn: [-8, 20, 6],
        name: 'scarf_end',
      });
      k.cylinder('hat', r * 0.55, 0.025, { at: [0, r * 3.42, 0], bevel: 0.008, name: 'brim' });
      k.cylinder('hat', r * 0.36, r * 0.55, { at: [0, r * 3.42, 0], top: r * 0.38, bevel: 0.01 });
    },
  },
  {
    names: ['moon', 'planet', 'asteroid'],
    chinese: ['月亮', '月球', '星球'],
    size: [
      [17, 24],
      [17, 24],
      [17, 24],
    ],
    slots: { body: 'stone:#b9b7b1|#a89c8c' },
    build(k) {
      const r = k.vary(10, 0.06);
      k.ball('body', r, { at: [0, r, 0], segments: 44 });
      for (const [i, size] of [0.34, 0.22, 0.27, 0.16, 0.3, 0.2, 0.24, 0.14, 0.18].entries()) {
        const up = -0.75 + i * 0.2;
        const level = Math.sqrt(1 - up * up);
        const [x, z] = polar(i * 137.5, level);
        const turn = [(Math.acos(up) * 180) / Math.PI, i * 137.5, 0] as const;
        k.torus('body', size * r, 0.05 * r, {
          at: [x * r * 0.95, r + up * r * 0.95, z * r * 0.95],
          turn,
          segments: 24,
          name: 'crater',
        });
      }
      k.spot('top', [0, 2 * r - 0.02, 0], 0.5 * r, 0.5 * r);
    },
  },
];
