import type { BonePlace, RigBone, TreeBone } from './rig-bone.ts';

/** The bones of a biped, parents first: the one each hangs on, and its names under both specs of the interface. */
const CENTER = [
  ['hips', null, 'Hips', 'Hip'],
  ['spine', 'hips', 'Spine', 'Waist'],
  ['chest', 'spine', 'Spine1', 'Spine01'],
  ['upperChest', 'chest', 'Spine2', 'Spine02'],
  ['neck', 'upperChest', 'Neck', 'Neck'],
  ['head', 'neck', 'Head', 'Head'],
] as const;

const SIDE = [
  ['shoulder', 'upperChest', 'Shoulder', 'Clavicle'],
  ['upperArm', 'shoulder', 'Arm', 'Upperarm'],
  ['lowerArm', 'upperArm', 'ForeArm', 'Forearm'],
  ['hand', 'lowerArm', 'Hand', 'Hand'],
  ['upperLeg', 'hips', 'UpLeg', 'Thigh'],
  ['lowerLeg', 'upperLeg', 'Leg', 'Calf'],
  ['foot', 'lowerLeg', 'Foot', 'Foot'],
  ['toes', 'foot', 'ToeBase', 'ToeBase'],
] as const;

/** The model's own sides: it faces +Z, so its left is at +X. */
export const SIDES = ['left', 'right'] as const;

/** A side of the body. */
export type Side = (typeof SIDES)[number];

/** A bone in the middle of the body. */
type CenterBone = (typeof CENTER)[number][0];

/** A bone there are two of. */
export type SideBone = (typeof SIDE)[number][0];

/** What a bone is, whatever it is called. */
export type BipedBoneName = CenterBone | `${Side}.${SideBone}`;

/** `spec` of the interface (4.4): Mixamo's names, or the service's own. */
export type BoneSpec = 'mixamo' | 'tripo';

/** One bone of a biped. */
export interface BoneKind extends TreeBone<BipedBoneName> {
  /**
   * Mixamo's names as its files have them (`mixamorig:LeftUpLeg`). The interface leaves the service's own open; ours are
   * those of no program in particular: `Hip`, `Waist`, `Spine01`, `L_Thigh`.
   */
  readonly names: Readonly<Record<BoneSpec, string>>;
}

const isCenter = (name: string): name is CenterBone => CENTER.some(([bone]) => bone === name);

/** The 22 bones of a biped, parents first. */
export const BIPED_BONES: readonly BoneKind[] = [
  ...CENTER.map(([bone, parent, mixamo, own]): BoneKind => ({
    bone,
    parent,
    names: { mixamo: `mixamorig:${mixamo}`, tripo: own },
  })),
  ...SIDES.flatMap((side) =>
    SIDE.map(([bone, parent, mixamo, own]): BoneKind => {
      const [long, short] = side === 'left' ? ['Left', 'L'] : ['Right', 'R'];
      return {
        bone: `${side}.${bone}`,
        parent: isCenter(parent) ? parent : `${side}.${parent}`,
        names: { mixamo: `mixamorig:${long}${mixamo}`, tripo: `${short}_${own}` },
      };
    }),
  ),
];

/** A bone of a biped in its place. */
export type PlacedBipedBone = BoneKind & BonePlace;

/** The bones with the names of a spec. */
export function nameBones(bones: readonly PlacedBipedBone[], spec: BoneSpec): RigBone[] {
  return bones.map(({ names, ...bone }) => ({ ...bone, name: names[spec] }));
}
