import type { BonePlace, RigBone, TreeBone } from './rig-bone.ts';

/** Centre bones of a biped, parents before children: bone, parent and names under both specs of the interface. */
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

/** Sides from the model's point of view: it faces +Z, so its left is at +X. */
export const SIDES = ['left', 'right'] as const;

/** A side of the body. */
export type Side = (typeof SIDES)[number];

/** A bone in the mirror plane of the body. */
type CenterBone = (typeof CENTER)[number][0];

/** A bone that exists on both sides. */
export type SideBone = (typeof SIDE)[number][0];

/** Identifier of a biped bone, independent of its name in the file. */
export type BipedBoneName = CenterBone | `${Side}.${SideBone}`;

/** Bone naming, `spec` of the interface (4.4): Mixamo's names or the service's own. */
export type BoneSpec = 'mixamo' | 'tripo';

/** A bone of a biped. */
export interface BoneKind extends TreeBone<BipedBoneName> {
  /**
   * Names under each spec. Mixamo's are those of its files (`mixamorig:LeftUpLeg`). The interface does not define the
   * service's own names; these follow no particular program: `Hip`, `Waist`, `Spine01`, `L_Thigh`.
   */
  readonly names: Readonly<Record<BoneSpec, string>>;
}

const isCenter = (name: string): name is CenterBone => CENTER.some(([bone]) => bone === name);

/** The 22 bones of a biped, parents before children. */
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

/** A bone of a biped with its position. */
export type PlacedBipedBone = BoneKind & BonePlace;

/** Returns the bones with the names of a spec. */
export function nameBones(bones: readonly PlacedBipedBone[], spec: BoneSpec): RigBone[] {
  return bones.map(({ names, ...bone }) => ({ ...bone, name: names[spec] }));
}
