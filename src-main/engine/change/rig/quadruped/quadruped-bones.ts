import { SIDES, type Side } from '../skeleton/biped-bones.ts';
import type { BonePlace, TreeBone } from '../skeleton/rig-bone.ts';

/** Centre bones of a quadruped, parents before children: bone, parent and name in the file. */
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

/** Leg bones downwards: from shoulder or hip, elbow or knee, wrist or hock, and ball of the foot. */
const LEG = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const;

/** Ends of the body: front and hind legs. */
export const ENDS = ['front', 'hind'] as const;

/** An end of the body. */
export type End = (typeof ENDS)[number];

/** A bone of a leg. */
export type LegPart = (typeof LEG)[number];

/** One of the four legs. */
export type LegName = `${Side}.${End}`;

/** A bone of a tail. */
export type TailBone = (typeof TAIL)[number][0];

/** Identifier of a quadruped bone, independent of its name in the file. */
export type QuadrupedBoneName = (typeof CENTER)[number][0] | TailBone | `${LegName}${LegPart}`;

/**
 * A bone of a quadruped. It has the service's own name under either spec: the interface does not define quadruped
 * names, and Mixamo only has biped skeletons.
 */
export interface QuadrupedBone extends TreeBone<QuadrupedBoneName> {
  /** Name in the file: `Hip`, `Tail01`, `L_HindFoot`. */
  readonly name: string;
}

/** A bone of a quadruped with its position. */
export type PlacedQuadrupedBone = QuadrupedBone & BonePlace;

/** The four legs. */
export const LEGS: readonly LegName[] = SIDES.flatMap((side) => ENDS.map((end): LegName => `${side}.${end}`));

/** The four bones of a tail, for bodies that have one. */
export const TAIL_BONES: readonly (QuadrupedBone & { readonly bone: TailBone })[] = TAIL.map(
  ([bone, parent, name]) => ({ bone, parent, name }),
);

/** The 23 bones of every quadruped, parents before children. */
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
