import type { Noun, Range } from '../../builder/noun.ts';
import { around, polar } from '../shared/symmetry.ts';

const PAINTS = 'plastic:#3f6fb5|#d8483a|#3f9a5a|#e8b52f|#8a5ab0';
const ABOUT: Range = [0.4, 0.62];

/** Geometric shapes, half a metre in size. */
export const SHAPES: readonly Noun[] = [
  {
    names: ['cube', 'block'],
    chinese: ['方块', '立方体'],
    size: [ABOUT, ABOUT, ABOUT],
    slots: { body: PAINTS },
    build(k) {
      const s = k.vary(0.5);
      k.box('body', [s, s, s], { bevel: k.is('round') ? s * 0.12 : s * 0.02 });
      k.spot('top', [0, s, 0], s, s);
    },
  },
  {
    names: ['sphere', 'orb', 'globe'],
    chinese: ['球体', '球'],
    size: [ABOUT, ABOUT, ABOUT],
    slots: { body: PAINTS },
    build(k) {
      const r = k.vary(0.25);
      k.ball('body', r, { at: [0, r, 0], segments: 48 });
    },
  },
  {
    names: ['cylinder'],
    chinese: ['圆柱', '圆柱体'],
    size: [ABOUT, ABOUT, ABOUT],
    slots: { body: PAINTS },
    build(k) {
      const r = k.vary(0.25);
      k.cylinder('body', r, k.vary(0.5), { segments: 48, bevel: 0.008 });
      k.spot('top', [0, 0.5, 0], r, r);
    },
  },
  {
    names: ['cone'],
    chinese: ['圆锥', '圆锥体'],
    size: [ABOUT, ABOUT, ABOUT],
    slots: { body: PAINTS },
    build: (k) => k.cylinder('body', k.vary(0.25), k.vary(0.55), { segments: 48, top: 0 }),
  },
  {
    names: ['pyramid'],
    chinese: ['金字塔', '棱锥'],
    size: [
      [0.6, 0.85],
      [0.3, 0.5],
      [0.6, 0.85],
    ],
    slots: { body: 'sandstone' },
    build: (k) =>
      k.lathe(
        'body',
        [
          [k.vary(0.38), 0],
          [0, k.vary(0.4)],
        ],
        { segments: 4, turn: [0, 45, 0] },
      ),
  },
  {
    names: ['ring', 'torus', 'hoop'],
    chinese: ['圆环', '戒指'],
    size: [ABOUT, [0.08, 0.2], ABOUT],
    slots: { body: PAINTS },
    build(k) {
      const t = k.vary(0.06);
      k.torus('body', k.vary(0.19), t, { at: [0, t, 0], segments: 56 });
    },
  },
  {
    names: ['capsule', 'pill'],
    chinese: ['胶囊'],
    size: [
      [0.2, 0.32],
      [0.45, 0.75],
      [0.2, 0.32],
    ],
    slots: { upper: PAINTS, lower: 'plastic:#f0efec+' },
    build(k) {
      const r = k.vary(0.125);
      k.tube(
        'lower',
        [
          [0, r, 0],
          [0, 0.3, 0],
        ],
        r * 0.995,
        { ends: 'round', isSmooth: false, segments: 36 },
      );
      k.tube(
        'upper',
        [
          [0, 0.31, 0],
          [0, 0.6 - r, 0],
        ],
        r,
        { ends: 'round', isSmooth: false, segments: 36 },
      );
    },
  },
  {
    names: ['wedge', 'ramp', 'prism'],
    chinese: ['楔子', '棱柱'],
    size: [ABOUT, [0.2, 0.35], ABOUT],
    slots: { body: PAINTS },
    build(k) {
      const [w, h] = [k.vary(0.25), k.vary(0.27)];
      k.extrude(
        'body',
        [
          [-w, 0],
          [w, 0],
          [w, h],
        ],
        k.vary(0.5),
        { bevel: 0.006 },
      );
    },
  },
  {
    names: ['star'],
    chinese: ['星星', '星'],
    size: [
      [0.4, 0.6],
      [0.4, 0.6],
      [0.06, 0.2],
    ],
    slots: { body: 'gold' },
    build(k) {
      const r = k.vary(0.26);
      const outline = around(10).map((angle, i) => polar(angle, i % 2 === 0 ? r : r * 0.46));
      k.extrude(
        'body',
        outline.map(([x, y]) => [x, y + r * 0.82] as const),
        k.vary(0.11),
        { bevel: 0.035 },
      );
    },
  },
  {
    names: ['heart'],
    chinese: ['心', '爱心'],
    size: [
      [0.4, 0.62],
      [0.36, 0.6],
      [0.1, 0.24],
    ],
    slots: { body: 'plastic:#d8283a|#e0567f' },
    build(k) {
      const s = k.vary(0.0155);
      // The curve's points are dense around dip and tip; one point each is enough there.
      const side = [0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2, 2.4, 2.58];
      const outline = [0, ...side, Math.PI, ...side.toReversed().map((a) => -a)].map(
        (a) =>
          [
            s * 16 * Math.sin(a) ** 3,
            s * (13 * Math.cos(a) - 5 * Math.cos(2 * a) - 2 * Math.cos(3 * a) - Math.cos(4 * a) + 17),
          ] as const,
      );
      k.extrude('body', outline, 0.15, { bevel: 0.03 });
    },
  },
];
