import { add, distance, scale, subtract, type Vector3 } from '../../../base/maths/vector.ts';
import { LEGS, TAIL_BONES, type LegName, type QuadrupedBoneName } from '../../rig/quadruped/quadruped-bones.ts';
import {
  multiplyQuaternions,
  invertQuaternion,
  rotateVector,
  scaleRotation,
  rotationBetween,
  fromPitchYawRoll,
  type Quaternion,
} from '../../../base/maths/quaternion.ts';
import { bendLeg } from '../pose/bend-leg.ts';
import type { SolvedPose } from '../pose/solved-pose.ts';
import type { FootPose, QuadrupedPose } from './quadruped-clip.ts';
import type { QuadrupedSkeleton } from './read-quadruped-skeleton.ts';

/** Bend directions: elbows point back, knees to the front. */
const BACK: Vector3 = [0, 0, -1];
const FRONT: Vector3 = [0, 0, 1];
/** Chain from the root to the parent of the front legs. */
const SPINE = ['hips', 'spine', 'loin', 'chest'] as const;

/**
 * Computes the rotations that bring a quadruped's skeleton into a pose: the trunk follows the pose, the balls of the
 * feet reach their positions, and the joints between bend in their natural direction. `travel` moves the whole body, in
 * leg lengths.
 */
export function solveQuadrupedPose(
  skeleton: QuadrupedSkeleton,
  pose: QuadrupedPose,
  travel: Vector3,
): SolvedPose<QuadrupedBoneName> {
  const { places, leg, heading, joints } = skeleton;
  const place = (bone: QuadrupedBoneName) => places.get(bone)!;
  const turns = new Map<QuadrupedBoneName, Quaternion>();
  const hips = add(place('hips'), scale(add([pose.hipsX, pose.hipsY, 0], travel), leg));
  turns.set('hips', fromPitchYawRoll(pose.hipsPitch, pose.hipsYaw, pose.hipsRoll));
  const spine = scaleRotation(fromPitchYawRoll(0, pose.spineYaw, pose.spineRoll), 1 / (SPINE.length - 1));
  const head = scaleRotation(fromPitchYawRoll(pose.headPitch, pose.headYaw), 1 / 3);
  const tail = scaleRotation(fromPitchYawRoll(pose.tailPitch, pose.tailYaw), 1 / TAIL_BONES.length);
  const follow = (bone: QuadrupedBoneName, parent: QuadrupedBoneName, turn: Quaternion): void =>
    void turns.set(bone, multiplyQuaternions(turns.get(parent)!, turn));
  SPINE.slice(1).forEach((bone, i) => follow(bone, SPINE[i]!, spine));
  follow('neck', 'chest', head);
  follow('upperNeck', 'neck', head);
  follow('head', 'upperNeck', head);
  for (const { bone, parent } of TAIL_BONES) if (joints.has(bone)) follow(bone, parent!, tail);

  const chest = SPINE.slice(1).reduce<Vector3>((at, bone, i) => {
    const below = SPINE[i]!;
    return add(at, rotateVector(turns.get(below)!, subtract(place(bone), place(below))));
  }, hips);
  for (const name of LEGS) {
    const above = name.endsWith('front') ? 'chest' : 'hips';
    const from = above === 'chest' ? chest : hips;
    const root = add(from, rotateVector(turns.get(above)!, subtract(place(`${name}UpperLeg`), place(above))));
    solveLeg(skeleton, name, pose.legs[name], { root, above: turns.get(above)!, travel }, turns);
  }
  const toWorld = (turn: Quaternion): Quaternion =>
    multiplyQuaternions(heading, multiplyQuaternions(turn, invertQuaternion(heading)));
  return { hips: rotateVector(heading, hips), turns: new Map([...turns].map(([bone, turn]) => [bone, toWorld(turn)])) };
}

/**
 * Solves a leg from the foot upwards: the ball is at its position, the bone above it leans, and the elbow or knee
 * follows.
 */
function solveLeg(
  { places, leg }: QuadrupedSkeleton,
  name: LegName,
  { y, z, pitch, toePitch }: FootPose,
  { root, above, travel }: { readonly root: Vector3; readonly above: Quaternion; readonly travel: Vector3 },
  turns: Map<QuadrupedBoneName, Quaternion>,
): void {
  const [upper, lower, foot, toes] = (['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const).map((part) =>
    places.get(`${name}${part}`)!,
  ) as [Vector3, Vector3, Vector3, Vector3];
  const ball = add(toes, scale(add([0, y, z], travel), leg));
  const footTurn = fromPitchYawRoll(pitch);
  const ankle = add(ball, rotateVector(footTurn, subtract(foot, toes)));
  const lengths = [distance(upper, lower), distance(lower, foot)] as const;
  const bent = bendLeg(root, ankle, lengths, rotateVector(above, name.endsWith('front') ? BACK : FRONT));
  const upperTurn = multiplyQuaternions(
    rotationBetween(rotateVector(above, subtract(lower, upper)), subtract(bent.knee, root)),
    above,
  );
  turns.set(`${name}UpperLeg`, upperTurn);
  const lowerTurn = multiplyQuaternions(
    rotationBetween(rotateVector(upperTurn, subtract(foot, lower)), subtract(bent.ankle, bent.knee)),
    upperTurn,
  );
  turns.set(`${name}LowerLeg`, lowerTurn);
  turns.set(`${name}Foot`, footTurn);
  turns.set(`${name}Toes`, fromPitchYawRoll(toePitch));
}
