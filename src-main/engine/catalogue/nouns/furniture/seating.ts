import type { PartBuilder } from '../../builder/part-builder.ts';
import type { Noun } from '../../builder/noun.ts';
import { CORNERS, SIDES } from '../shared/symmetry.ts';
import { COVERS, WOODS } from '../shared/common-finishes.ts';

/** Chairs, sofas and beds. */
export const SEATING: readonly Noun[] = [
  {
    names: ['chair', 'dining chair', 'kitchen chair'],
    chinese: ['椅子', '椅'],
    size: [
      [0.38, 0.54],
      [0.82, 1.06],
      [0.42, 0.64],
    ],
    slots: { frame: WOODS, seat: `${COVERS}+` },
    build(k) {
      const [w, d, seat, back, t] = [k.vary(0.45), k.vary(0.45), k.vary(0.45, 0.04), k.vary(0.94), k.vary(0.036, 0.12)];
      for (const s of SIDES) {
        const x = s * (w / 2 - t / 2);
        k.box('frame', [t, seat - 0.03, t], { at: [x, 0, d / 2 - t / 2], taper: [1.25, 1.25], name: 'front_leg' });
        k.tube(
          'frame',
          [
            [x, 0, -d / 2 - 0.05],
            [x, seat * 0.9, -d / 2 + t / 2],
            [x, back, -d / 2 - 0.075],
          ],
          [t * 0.42, t * 0.58, t * 0.42],
          { segments: 10, ends: 'round', name: 'back_post' },
        );
        k.box('frame', [t * 0.5, 0.05, d - t], { at: [x, seat - 0.08, 0], name: 'side_rail' });
      }
      for (const z of SIDES) k.box('frame', [w - t, 0.05, t * 0.5], { at: [0, seat - 0.08, z * (d / 2 - t / 2)] });
      k.box('seat', [w + 0.01, 0.045, d + 0.01], {
        at: [0, seat - 0.032, 0],
        bevel: 0.018,
        corner: k.is('round') ? 0.2 : 0.05,
      });
      const slats = k.count(2, 4);
      for (let i = 0; i < slats; i++) {
        const share = 0.35 + (0.6 * (i + 0.5)) / slats;
        const y = seat + (back - seat) * share;
        const z = -d / 2 + 0.012 - 0.078 * share;
        k.box('frame', [w - t, (0.3 * (back - seat)) / slats + 0.02, 0.016], {
          at: [0, y - 0.03, z],
          turn: [-10, 0, 0],
          name: 'slat',
        });
      }
      k.spot('top', [0, seat + 0.014, 0.02], w, d);
      k.spot('under', [0, 0, 0], w - 2 * t, d, seat - 0.09);
    },
  },
  {
    names: ['armchair', 'easy chair', 'recliner'],
    chinese: ['扶手椅'],
    size: [
      [0.75, 1.05],
      [0.8, 1.1],
      [0.75, 1.05],
    ],
    slots: { cover: COVERS, legs: 'wood:#4d3626!' },
    build(k) {
      const [w, d, back] = [k.vary(0.88), k.vary(0.84), k.vary(0.94, 0.07)];
      cushionSeat(k, w, d, back, 1);
    },
  },
  {
    names: ['sofa', 'couch', 'settee', 'loveseat'],
    chinese: ['沙发'],
    size: [
      [1.75, 2.5],
      [0.7, 0.98],
      [0.78, 1.05],
    ],
    slots: { cover: COVERS, legs: 'wood:#4d3626!' },
    build(k) {
      const [w, d, back] = [k.vary(2.1), k.vary(0.88), k.vary(0.82, 0.06)];
      cushionSeat(k, w, d, back, k.count(2, 3));
    },
  },
  {
    names: ['stool', 'bar stool', 'footstool'],
    chinese: ['凳子', '凳'],
    size: [
      [0.3, 0.5],
      [0.42, 0.76],
      [0.3, 0.5],
    ],
    slots: { frame: WOODS, seat: 'wood:#9a6b40|#c79b62|#5b3d28+' },
    build(k) {
      const [h, r] = [k.vary(0.58, 0.2), k.vary(0.17)];
      if (k.is('square')) k.box('seat', [2 * r, 0.04, 2 * r], { at: [0, h - 0.04, 0], bevel: 0.012 });
      else k.cylinder('seat', r, 0.04, { at: [0, h - 0.04, 0], bevel: 0.012, segments: 36 });
      for (const [x, z] of CORNERS) {
        const [a, b] = [0.68 * r, 0.86 * r];
        k.tube(
          'frame',
          [
            [x * b, 0, z * b],
            [x * a * 0.8, h - 0.03, z * a * 0.8],
          ],
          [0.014, 0.021],
          { isSmooth: false, name: 'leg' },
        );
      }
      k.torus('frame', r * 1.08, 0.009, { at: [0, h * 0.32, 0], segments: 28, name: 'foot_ring' });
      k.spot('top', [0, h, 0], 1.5 * r, 1.5 * r);
    },
  },
  {
    names: ['bench', 'park bench'],
    chinese: ['长椅', '长凳'],
    size: [
      [1.3, 1.9],
      [0.75, 1.02],
      [0.5, 0.8],
    ],
    slots: { slats: WOODS, frame: 'iron:charcoal+' },
    build(k) {
      const [w, seat, back] = [k.vary(1.55), k.vary(0.45, 0.04), k.vary(0.86)];
      for (const s of SIDES) {
        const x = s * (w / 2 - 0.14);
        k.box('frame', [0.05, seat - 0.02, 0.05], { at: [x, 0, 0.2], bevel: 0.01, name: 'front_leg' });
        k.tube(
          'frame',
          [
            [x, 0, -0.24],
            [x, seat, -0.2],
            [x, back, -0.31],
          ],
          0.025,
          { ends: 'round', name: 'back_leg' },
        );
        k.box('frame', [0.05, 0.04, 0.44], { at: [x, seat - 0.06, 0], bevel: 0.01, name: 'bar' });
        k.tube(
          'frame',
          [
            [x, seat - 0.03, 0.2],
            [x, seat + 0.18, 0.21],
            [x, seat + 0.22, 0.1],
            [x, seat + 0.2, -0.24],
          ],
          0.018,
          { ends: 'round', name: 'armrest' },
        );
      }
      for (let i = 0; i < 4; i++)
        k.box('slats', [w, 0.03, 0.092], { at: [0, seat - 0.025, 0.185 - i * 0.112], bevel: 0.008, name: 'seat_slat' });
      for (let i = 0; i < 3; i++) {
        const share = 0.3 + 0.28 * i;
        k.box('slats', [w, 0.085, 0.028], {
          at: [0, seat + (back - seat) * share, -0.185 - 0.11 * share],
          turn: [-15, 0, 0],
          bevel: 0.008,
          name: 'back_slat',
        });
      }
      k.spot('top', [0, seat + 0.006, 0.02], w * 0.9, 0.4);
      k.spot('under', [0, 0, 0], w - 0.4, 0.4, seat - 0.08);
    },
  },
  {
    names: ['bed', 'double bed'],
    chinese: ['床'],
    size: [
      [1.25, 1.85],
      [0.8, 1.3],
      [1.95, 2.35],
    ],
    slots: { frame: WOODS, sheet: 'fabric:#efece4!', blanket: COVERS.concat('+'), pillow: 'fabric:#f6f4ee!' },
    build(k) {
      const [w, d, head] = [k.vary(1.55), k.vary(2.1, 0.04), k.vary(1.05, 0.12)];
      k.box('frame', [w, head, 0.07], { at: [0, 0, -d / 2 + 0.035], bevel: 0.025, corner: 0.03, name: 'headboard' });
      k.box('frame', [w, 0.46, 0.06], { at: [0, 0, d / 2 - 0.03], bevel: 0.02, name: 'footboard' });
      for (const s of SIDES)
        k.box('frame', [0.045, 0.2, d - 0.12], { at: [s * (w / 2 - 0.03), 0.16, 0], name: 'side' });
      k.box('sheet', [w - 0.06, 0.26, d - 0.14], { at: [0, 0.26, 0], bevel: 0.08, corner: 0.12, name: 'mattress' });
      k.box('blanket', [w - 0.01, 0.22, d * 0.62], { at: [0, 0.335, d * 0.16], bevel: 0.07, corner: 0.09 });
      for (const s of SIDES) {
        k.ball('pillow', [w * 0.2, 0.085, 0.2], { at: [s * w * 0.23, 0.56, -d / 2 + 0.33], e: 3, turn: [14, 0, 0] });
      }
      k.spot('top', [0, 0.555, d * 0.15], w * 0.9, d * 0.6);
      k.spot('under', [0, 0, 0], w - 0.2, d - 0.3, 0.15);
    },
  },
  {
    names: ['throne'],
    chinese: ['宝座', '王座'],
    size: [
      [0.75, 1.05],
      [1.3, 1.8],
      [0.65, 0.95],
    ],
    slots: { frame: 'gold', cushion: 'velvet:#8a1f2f|#3d2a6b|#1f4f43+', jewel: 'ruby!' },
    build(k) {
      const [w, h] = [k.vary(0.86), k.vary(1.75)];
      k.box('frame', [w, 0.12, 0.78], { bevel: 0.02, name: 'base' });
      k.box('frame', [w * 0.86, 0.32, 0.66], { at: [0, 0.12, 0], bevel: 0.02, name: 'seat' });
      k.box('cushion', [w * 0.72, 0.1, 0.58], { at: [0, 0.42, 0.02], bevel: 0.04, corner: 0.06 });
      const b = w * 0.4;
      const outline = [
        [-b, 0],
        [b, 0],
        [b, h * 0.62],
        [b * 0.5, h * 0.72],
        [0, h * 0.82],
        [-b * 0.5, h * 0.72],
        [-b, h * 0.62],
      ] as const;
      k.extrude('frame', outline, 0.09, { at: [0, 0.12, -0.3], bevel: 0.02, name: 'back' });
      k.extrude(
        'cushion',
        outline.map(([x, y]) => [x * 0.72, 0.36 + y * 0.7] as const),
        0.06,
        { at: [0, 0.14, -0.265], bevel: 0.02, name: 'back_cushion' },
      );
      for (const s of SIDES) {
        k.box('frame', [0.09, 0.24, 0.62], { at: [s * b, 0.42, 0.02], bevel: 0.02, name: 'arm' });
        k.ball('frame', 0.065, { at: [s * b, 0.69, 0.3], name: 'arm_knob' });
        k.ball('frame', 0.07, { at: [s * b, 0.16 + h * 0.66, -0.3], name: 'knob' });
      }
      k.ball('jewel', [0.06, 0.08, 0.04], { at: [0, 0.06 + h * 0.77, -0.25] });
      k.spot('top', [0, 0.52, 0.06], w * 0.6, 0.5);
    },
  },
];

/** Adds a seat, back and arms of cushions on short legs. */
function cushionSeat(k: PartBuilder, w: number, d: number, back: number, seats: number): void {
  const arm = k.vary(0.17, 0.15);
  const inner = w - 2 * arm;
  for (const [x, z] of CORNERS) {
    k.cylinder('legs', 0.02, 0.12, {
      at: [x * (w / 2 - 0.09), 0, z * (d / 2 - 0.09)],
      top: 0.032,
      segments: 12,
      name: 'leg',
    });
  }
  k.box('cover', [w - 0.03, 0.2, d - 0.03], { at: [0, 0.11, 0], bevel: 0.03, corner: 0.07, name: 'base' });
  for (const s of SIDES) {
    k.box('cover', [arm, 0.5, d - 0.01], {
      at: [s * (w / 2 - arm / 2), 0.12, 0],
      bevel: 0.065,
      corner: 0.08,
      name: 'arm',
    });
  }
  k.box('cover', [inner + 0.06, back - 0.14, 0.2], {
    at: [0, 0.12, -d / 2 + 0.1],
    bevel: 0.075,
    corner: 0.09,
    name: 'back',
  });
  for (let i = 0; i < seats; i++) {
    const x = ((i + 0.5) / seats - 0.5) * inner;
    const width = inner / seats - 0.012;
    k.box('cover', [width, 0.17, d - 0.2], { at: [x, 0.29, 0.09], bevel: 0.055, corner: 0.07, name: 'seat_cushion' });
    k.box('cover', [width, back - 0.46, 0.17], {
      at: [x, 0.44, -d / 2 + 0.23],
      turn: [-9, 0, 0],
      bevel: 0.06,
      corner: 0.075,
      name: 'back_cushion',
    });
  }
  k.spot('top', [0, 0.46, 0.12], inner, d - 0.4);
}
