import { SIDES, type Side } from '../skeleton/biped-bones.ts';
import type { BonePlace, TreeBone } from '../skeleton/rig-bone.ts';

/** The bones of a quadruped in its middle, parents first: the one each hangs on, and its name in the file. */
const CENTER = [
  ['hips', null, 'Hip'],
  ['spine', 'hips', 'Spine01'],
  ['loin', 'spine', 'Spine02'],
  ['chest', 'loin', 'Chest'],
  ['neck', 'chest', 'Neck01'],
  ['upperNeck', 'neck', 'Neck02'],
  ['head', 'upperNeck', 'Head'],
] as const;

const TAIL = [
  ['tail1', 'hips', 'Tail01'],
  ['tail2', 'tail1', 'Tail02'],
  ['tail3', 'tail2', 'Tail03'],
  ['tail4', 'tail3', 'Tail04'],
] as const;

/** From shoulder or hip, elbow or knee, wrist or hock, and ball of the foot downwards. */
const LEG = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const;

/** Front and hind legs. */
export const ENDS = ['front', 'hind'] as const;

/** An end of the body. */
export type End = (typeof ENDS)[number];

/** A part of a leg. */
export type LegPart = (typeof LEG)[number];

/** One of the four legs. */
export type LegName = `${Side}.${End}`;

/** What a bone of a tail is. */
export type TailBone = (typeof TAIL)[number][0];

/** What a bone of a quadruped is, whatever it is called. */
export type QuadrupedBoneName = (typeof CENTER)[number][0] | TailBone | `${LegName}${LegPart}`;

/**
 * One bone of a quadruped. Its name is the service's own under either spec: the interface leaves those open, and Mixamo
 * has skeletons for bipeds only.
 */
export interface QuadrupedBone extends TreeBone<QuadrupedBoneName> {
  /** In the file: `Hip`, `Tail01`, `L_HindFoot`. */
  readonly name: string;
}

/** A bone of a quadruped in its place. */
export type PlacedQuadrupedBone = QuadrupedBone & BonePlace;

/** The four legs. */
export const LEGS: readonly LegName[] = SIDES.flatMap((side) => ENDS.map((end): LegName => `${side}.${end}`));

/** The four bones of a tail, for bodies that have one. */
export const TAIL_BONES: readonly (QuadrupedBone & { readonly bone: TailBone })[] = TAIL.map(
  ([bone, parent, name]) => ({ bone, parent, name }),
);

/** The 23 bones of every quadruped, parents first. */
export const QUADRUPED_BONES: readonly QuadrupedBone[] = [
  ...CENTER.map(([bone, parent, name]): QuadrupedBone => ({ bone, parent, name })),
  ...SIDES.flatMap((side) => ENDS.flatMap((end) => LEG.map((part, at) => toLegBone(side, end, part, at)))),
];

function toLegBone(side: Side, end: End, part: LegPart, at: number): QuadrupedBone {
  const [short, place] = [side === 'left' ? 'L' : 'R', end === 'front' ? 'Front' : 'Hind'];
  return {
    bone: `${side}.${end}${part}`,
    parent: at > 0 ? `${side}.${end}${LEG[at - 1]!}` : end === 'front' ? 'chest' : 'hips',
    name: `${short}_${place}${part}`,
  };
}
