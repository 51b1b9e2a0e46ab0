import type { PartBuilder } from '../../builder/part-builder.ts';
import type { SolidPoint } from '../../solids/solid.ts';
import { SIDES } from '../shared/symmetry.ts';

/** Body shape of a person; lengths are factors of an average body. */
export interface FigureShape {
  /** Height in metres. */
  readonly height: number;
  readonly head: number;
  /** Thickness of trunk and limbs. */
  readonly bulk: number;
  readonly shoulders: number;
  readonly hips: number;
  readonly hair: 'short' | 'long' | 'bun' | 'none';
  readonly isBearded?: boolean;
  /** True for bare legs under a skirt in the slot `top`. */
  readonly isSkirted?: boolean;
  /** Slots of sleeves and legs if they differ from `top` and `legs`. */
  readonly sleeve?: string;
  readonly leg?: string;
}

/** Positions of a figure's parts; `u` is the unit of all proportions. */
export interface Figure {
  readonly u: number;
  readonly head: SolidPoint;
  /** Half axes of the skull. */
  readonly skull: SolidPoint;
  /** Returns the wrist on a side, −1 is the viewer's left. */
  readonly wrist: (side: number) => SolidPoint;
  readonly shoulderY: number;
}

/** Angle of the arms below the horizontal, in degrees. */
const T_POSE = 2;
const A_POSE = 44;

/**
 * Adds a person facing +Z in A-pose, or T-pose on request, feet on the ground and apart, arms clear of the trunk, with
 * the slots `skin`, `hair`, `top`, `legs`, `shoes`, `eye`, `white`. Every limb is a separate part that begins inside
 * its neighbour.
 */
export function figure(k: PartBuilder, shape: FigureShape): Figure {
  const u = k.vary(shape.height, 0.04) / (0.868 + 0.137 * shape.head);
  const b = k.vary(shape.bulk, 0.05);
  const [sw, hw] = [shape.shoulders * 0.118, shape.hips * 0.062];
  const at = (x: number, y: number, z: number): SolidPoint => [x * u, y * u, z * u];
  const { leg = 'legs', sleeve = 'top' } = shape;

  k.loft(
    shape.isSkirted ? 'top' : leg,
    [
      { y: 0.452, w: 0.09 * b, d: 0.08 * b },
      { y: 0.475, w: 0.17 * b, d: 0.115 * b },
      { y: 0.52, w: 0.2 * shape.hips * b, d: 0.13 * b },
      { y: 0.575, w: 0.178 * b, d: 0.118 * b },
    ].map((cut) => ({ ...cut, y: cut.y * u, w: cut.w * u, d: cut.d * u, e: 2.5 })),
    { name: 'pelvis' },
  );
  k.loft(
    'top',
    [
      { y: 0.525, w: 0.21 * b * shape.hips, d: 0.142 * b },
      { y: 0.55, w: 0.2 * b * shape.hips, d: 0.138 * b },
      { y: 0.6, w: 0.172 * b, d: 0.12 * b },
      { y: 0.68, w: 0.192 * b, d: 0.13 * b },
      { y: 0.745, w: sw * 1.82 * Math.sqrt(b), d: 0.14 * b, z: 0.004 },
      { y: 0.798, w: sw * 1.7 * Math.sqrt(b), d: 0.112 * b },
      { y: 0.828, w: 0.105 * b, d: 0.08 * b },
      { y: 0.842, w: 0.07, d: 0.068 },
    ].map((cut) => ({ ...cut, y: cut.y * u, w: cut.w * u, d: cut.d * u, z: (cut.z ?? 0) * u, e: 2.5 })),
    { name: 'torso' },
  );
  if (shape.isSkirted) {
    k.loft(
      'top',
      [
        { y: 0.365, w: 0.32, d: 0.26 },
        { y: 0.375, w: 0.325, d: 0.265 },
        { y: 0.44, w: 0.265, d: 0.2 },
        { y: 0.535, w: 0.2 * b, d: 0.135 * b },
        { y: 0.6, w: 0.176 * b, d: 0.124 * b },
      ].map((cut) => ({ y: cut.y * u, w: cut.w * u, d: cut.d * u, e: 2.1 })),
      { name: 'skirt' },
    );
  }

  for (const s of SIDES) {
    const [hip, knee, ankle] = [
      at(s * hw, shape.isSkirted ? 0.425 : 0.5, 0),
      at(s * (hw + 0.016), 0.285, 0.006),
      at(s * (hw + 0.027), 0.052, -0.012),
    ];
    const shin = shape.isSkirted ? (shape.leg ?? 'skin') : leg;
    k.tube(
      shin,
      [hip, [(hip[0] + knee[0]) / 2, shape.isSkirted ? 0.36 * u : 0.4 * u, 0.004 * u], knee],
      [0.053 * b * u, 0.05 * b * u, 0.037 * b * u],
      { ends: 'round', segments: 16, name: 'thigh' },
    );
    k.tube(shin, [knee, at(s * (hw + 0.021), 0.2, -0.008), ankle], [0.0365 * b * u, 0.0375 * b * u, 0.025 * b * u], {
      ends: 'round',
      segments: 16,
      name: 'shin',
    });
    k.tube(
      'shoes',
      [
        [ankle[0], 0.031 * u, -0.03 * u],
        [ankle[0], 0.033 * u, 0.012 * u],
        [ankle[0] + s * 0.006 * u, 0.024 * u, 0.078 * u],
      ],
      [0.031 * u, 0.034 * u, 0.025 * u],
      { ends: 'round', flat: 1.08, name: 'shoe' },
    );
    k.tube(
      'shoes',
      [at(s * (hw + 0.026), 0.03, -0.012), at(s * (hw + 0.026), 0.085, -0.012)],
      [0.033 * u, 0.033 * b * u],
      { isSmooth: false, segments: 16, name: 'boot_leg' },
    );
    k.box('shoes', [0.062 * u, 0.012 * u, 0.162 * u], {
      at: [ankle[0] + s * 0.003 * u, 0, 0.026 * u],
      corner: 0.028 * u,
      bevel: 0.003 * u,
      name: 'sole',
    });
  }

  const drop = ((k.is('t_pose') ? T_POSE : A_POSE) * Math.PI) / 180;
  const reach = (s: number, distance: number, z = 0): SolidPoint =>
    at(s * (sw * 0.86 + distance * Math.cos(drop)), 0.785 - distance * Math.sin(drop), z);
  for (const s of SIDES) {
    k.tube(
      sleeve,
      [reach(s, -0.01), reach(s, 0.08), reach(s, 0.165, -0.004)],
      [0.0385 * b * u, 0.034 * b * u, 0.027 * b * u],
      { ends: 'round', segments: 16, name: 'upper_arm' },
    );
    k.tube(
      sleeve,
      [reach(s, 0.16, -0.004), reach(s, 0.22), reach(s, 0.3, 0.006)],
      [0.0268 * b * u, 0.0265 * b * u, 0.0205 * b * u],
      { ends: 'round', segments: 16, name: 'forearm' },
    );
    hand(k, u, s, reach);
  }

  const skull = [0.053 * shape.head * u, 0.0685 * shape.head * u, 0.061 * shape.head * u] as const;
  const headY = 0.868 * u + skull[1] * 0.97;
  k.tube('skin', [at(0, 0.81, -0.006), [0, headY - skull[1] * 0.5, 0.002 * u]], [0.032 * b * u, 0.029 * u], {
    isSmooth: false,
    segments: 16,
    name: 'neck',
  });
  const head: SolidPoint = [0, headY, 0.006 * u];
  face(k, shape, head, skull);

  k.spot('head', [0, headY + skull[1] * 0.55, 0.004 * u], skull[0] * 2, skull[2] * 2);
  const wrist = (side: number): SolidPoint => reach(side, 0.35, 0.012);
  k.spot('hand', wrist(-1), 0.1, 0.1);
  return { u, head, skull, wrist, shoulderY: 0.785 * u };
}

/** Adds a palm with four fingers and a thumb, along the arm. */
function hand(
  k: PartBuilder,
  u: number,
  s: number,
  reach: (s: number, distance: number, z?: number) => SolidPoint,
): void {
  k.tube('skin', [reach(s, 0.29), reach(s, 0.325), reach(s, 0.36)], [0.0175 * u, 0.0225 * u, 0.019 * u], {
    ends: 'round',
    segments: 12,
    name: 'palm',
  });
  for (const [i, length] of [0.062, 0.07, 0.066, 0.052].entries()) {
    const z = (1.5 - i) * 0.0115;
    k.tube('skin', [reach(s, 0.358, z), reach(s, 0.358 + length, z * 1.25)], [0.0068 * u, 0.0055 * u], {
      ends: 'round',
      isSmooth: false,
      segments: 8,
      name: 'finger',
    });
  }
  k.tube(
    'skin',
    [reach(s, 0.315, 0.014), reach(s, 0.345, 0.036), reach(s, 0.372, 0.043)],
    [0.009 * u, 0.008 * u, 0.006 * u],
    { ends: 'round', segments: 8, name: 'thumb' },
  );
}

function face(k: PartBuilder, shape: FigureShape, [x, y, z]: SolidPoint, [w, h, d]: SolidPoint): void {
  k.ball('skin', [w, h, d], { at: [x, y, z], e: 2.1, name: 'head' });
  k.ball('skin', [w * 0.72, h * 0.42, d * 0.7], { at: [x, y - h * 0.6, z + d * 0.2], name: 'jaw' });
  k.ball('skin', [w * 0.15, h * 0.15, d * 0.19], { at: [x, y - h * 0.13, z + d * 1.0], segments: 14, name: 'nose' });
  k.ball('lips', [w * 0.27, h * 0.05, d * 0.08], { at: [x, y - h * 0.5, z + d * 0.86], segments: 12, name: 'mouth' });
  for (const s of SIDES) {
    k.ball('white', [w * 0.185, h * 0.125, d * 0.12], {
      at: [s * w * 0.38, y + h * 0.06, z + d * 0.88],
      segments: 14,
      name: 'eyeball',
    });
    k.ball('eye', [w * 0.105, h * 0.095, d * 0.07], {
      at: [s * w * 0.37, y + h * 0.055, z + d * 0.96],
      segments: 12,
      name: 'pupil',
    });
    k.tube(
      'hair',
      [
        [s * w * 0.2, y + h * 0.25, z + d * 0.95],
        [s * w * 0.4, y + h * 0.29, z + d * 0.9],
        [s * w * 0.58, y + h * 0.24, z + d * 0.78],
      ],
      [w * 0.045, w * 0.055, w * 0.03],
      { ends: 'round', segments: 6, name: 'brow' },
    );
    k.ball('skin', [w * 0.13, h * 0.2, d * 0.14], {
      at: [s * w * 1.0, y - h * 0.04, z - d * 0.04],
      segments: 12,
      name: 'ear',
    });
  }
  if (shape.hair !== 'none') {
    k.ball('hair', [w * 1.08, h * 0.86, d * 0.98], { at: [x, y + h * 0.3, z - d * 0.17], name: 'hair' });
    k.tube(
      'hair',
      [
        [-w * 0.9, y + h * 0.38, z + d * 0.42],
        [-w * 0.35, y + h * 0.68, z + d * 0.72],
        [w * 0.3, y + h * 0.7, z + d * 0.72],
        [w * 0.92, y + h * 0.36, z + d * 0.4],
      ],
      [w * 0.15, w * 0.3, w * 0.32, w * 0.12],
      { ends: 'round', name: 'fringe' },
    );
  }
  if (shape.hair === 'long') {
    k.loft(
      'hair',
      [
        { y: y - h * 2.1, w: w * 1.5, d: d * 0.55, z: z - d * 0.82 },
        { y: y - h * 1.2, w: w * 2.1, d: d * 0.8, z: z - d * 0.75 },
        { y: y - h * 0.2, w: w * 2.25, d: d * 1.3, z: z - d * 0.5 },
        { y: y + h * 0.5, w: w * 1.8, d: d * 1.3, z: z - d * 0.3 },
      ],
      { name: 'long_hair' },
    );
  }
  if (shape.hair === 'bun')
    k.ball('hair', [w * 0.5, w * 0.5, w * 0.5], { at: [x, y + h * 0.75, z - d * 0.85], segments: 16, name: 'bun' });
  if (shape.isBearded) {
    k.loft(
      'hair',
      [
        { y: y - h * 1.75, w: 0, d: 0, z: z + d * 0.62 },
        { y: y - h * 1.35, w: w * 0.75, d: d * 0.5, z: z + d * 0.6 },
        { y: y - h * 0.8, w: w * 1.5, d: d * 0.9, z: z + d * 0.46 },
        { y: y - h * 0.42, w: w * 1.7, d: d * 0.8, z: z + d * 0.42 },
      ],
      { name: 'beard' },
    );
    k.tube(
      'hair',
      [
        [-w * 0.5, y - h * 0.42, z + d * 0.84],
        [0, y - h * 0.33, z + d * 1.0],
        [w * 0.5, y - h * 0.42, z + d * 0.84],
      ],
      [w * 0.04, w * 0.11, w * 0.04],
      { ends: 'round', segments: 8, name: 'moustache' },
    );
  }
}
