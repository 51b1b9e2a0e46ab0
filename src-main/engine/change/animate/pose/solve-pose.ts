import { SIDES, type BipedBoneName, type Side, type SideBone } from '../../rig/skeleton/biped-bones.ts';
import { add, distance, scale, subtract, type Vector3 } from '../../../base/maths/vector.ts';
import {
  multiplyQuaternions,
  rotateVector,
  scaleRotation,
  rotationBetween,
  fromAxisAngle,
  fromPitchYawRoll,
  type Quaternion,
} from '../../../base/maths/quaternion.ts';
import { bendLeg } from './bend-leg.ts';
import type { LimbPose, Pose } from './pose.ts';
import type { BipedSkeleton } from './read-biped-skeleton.ts';
import type { SolvedPose } from './solved-pose.ts';

const DOWN: Vector3 = [0, -1, 0];
const RIGHT_TO_LEFT: Vector3 = [1, 0, 0];
/** Neck's share of the rotation of neck and head together. */
const NECK_SHARE = 0.4;

/**
 * Computes the rotations that bring a skeleton into a pose, whatever its rest pose is: arms point as the pose says, and
 * feet reach their positions with the knees solved by inverse kinematics. `travel` moves the whole body, in leg
 * lengths.
 */
export function solvePose(skeleton: BipedSkeleton, pose: Pose, travel: Vector3): SolvedPose<BipedBoneName> {
  const { leg } = skeleton;
  const place = (bone: BipedBoneName) => skeleton.joints.get(bone)!.place;
  const turns = new Map<BipedBoneName, Quaternion>();
  const hips = add(place('hips'), scale(add([pose.hipsX, pose.hipsY, pose.hipsZ], travel), leg));
  const hipsTurn = fromPitchYawRoll(pose.hipsPitch, 0, pose.hipsRoll);
  turns.set('hips', multiplyQuaternions(fromAxisAngle([0, 1, 0], pose.hipsYaw), hipsTurn));
  const spine = scaleRotation(fromPitchYawRoll(pose.spinePitch, pose.spineYaw), 1 / 3);
  turns.set('spine', multiplyQuaternions(turns.get('hips')!, spine));
  turns.set('chest', multiplyQuaternions(turns.get('spine')!, spine));
  turns.set('upperChest', multiplyQuaternions(turns.get('chest')!, spine));
  const head = fromPitchYawRoll(pose.headPitch, pose.headYaw);
  turns.set('neck', multiplyQuaternions(turns.get('upperChest')!, scaleRotation(head, NECK_SHARE)));
  turns.set('head', multiplyQuaternions(turns.get('neck')!, scaleRotation(head, 1 - NECK_SHARE)));
  for (const side of SIDES) {
    solveArm(skeleton, side, pose[side], turns);
    solveLeg(skeleton, side, pose[side], { hips, travel }, turns);
  }
  return { hips, turns };
}

function directionBetween({ joints }: BipedSkeleton, side: Side, from: SideBone, to: SideBone): Vector3 {
  return subtract(joints.get(`${side}.${to}`)!.place, joints.get(`${side}.${from}`)!.place);
}

function solveArm(skeleton: BipedSkeleton, side: Side, pose: LimbPose, turns: Map<BipedBoneName, Quaternion>): void {
  const chest = turns.get('upperChest')!;
  const out = side === 'left' ? pose.armOut : -pose.armOut;
  const shoulderTurn = multiplyQuaternions(
    chest,
    multiplyQuaternions(fromAxisAngle(RIGHT_TO_LEFT, -pose.armForward), fromAxisAngle([0, 0, 1], out)),
  );
  const bent = multiplyQuaternions(shoulderTurn, fromAxisAngle(RIGHT_TO_LEFT, -pose.elbow));
  const upper = rotationBetween(directionBetween(skeleton, side, 'upperArm', 'lowerArm'), DOWN);
  const lower = rotationBetween(directionBetween(skeleton, side, 'lowerArm', 'hand'), DOWN);
  turns.set(`${side}.shoulder`, chest);
  turns.set(`${side}.upperArm`, multiplyQuaternions(shoulderTurn, upper));
  turns.set(`${side}.lowerArm`, multiplyQuaternions(bent, lower));
  turns.set(`${side}.hand`, multiplyQuaternions(bent, lower));
}

function solveLeg(
  skeleton: BipedSkeleton,
  side: Side,
  pose: LimbPose,
  { hips, travel }: { readonly hips: Vector3; readonly travel: Vector3 },
  turns: Map<BipedBoneName, Quaternion>,
): void {
  const place = (bone: BipedBoneName) => skeleton.joints.get(bone)!.place;
  const rest = place('hips');
  const yaw = fromAxisAngle([0, 1, 0], pose.footYaw);
  const footTurn = multiplyQuaternions(yaw, fromPitchYawRoll(pose.footPitch));
  const flat = add(rest, rotateVector(yaw, subtract(place(`${side}.foot`), rest)));
  const moved = add(flat, scale(add([pose.footX, pose.footY, pose.footZ], travel), skeleton.leg));
  const pivot = pivotOf(skeleton, side, pose.footPitch);
  const ankle = add(moved, subtract(rotateVector(yaw, pivot), rotateVector(footTurn, pivot)));

  const hipTurn = turns.get('hips')!;
  const hip = add(hips, rotateVector(hipTurn, subtract(place(`${side}.upperLeg`), rest)));
  const thigh = directionBetween(skeleton, side, 'upperLeg', 'lowerLeg');
  const shin = directionBetween(skeleton, side, 'lowerLeg', 'foot');
  const lengths = [Math.hypot(...thigh), Math.hypot(...shin)] as const;
  const bent = bendLeg(hip, ankle, lengths, rotateVector(hipTurn, [0, 0, 1]));
  const upper = multiplyQuaternions(rotationBetween(rotateVector(hipTurn, thigh), subtract(bent.knee, hip)), hipTurn);
  turns.set(`${side}.upperLeg`, upper);
  turns.set(
    `${side}.lowerLeg`,
    multiplyQuaternions(rotationBetween(rotateVector(upper, shin), subtract(bent.ankle, bent.knee)), upper),
  );
  turns.set(`${side}.foot`, footTurn);
  // Toes stay on the ground while the heel rises, but follow a foot that hangs.
  const toePitch = pose.footPitch > 0 ? Math.max(pose.footPitch - MAX_TOE_BEND, pose.footPitch * 0.2) : pose.footPitch;
  turns.set(`${side}.toes`, multiplyQuaternions(yaw, fromPitchYawRoll(toePitch)));
}

const MAX_TOE_BEND = 40;
/** Distance of the heel behind the ankle as a fraction of the ball's distance in front of it. */
const HEEL_SHARE = 0.35;

/**
 * Returns the pivot of a pitched foot relative to its ankle: the ball while the heel is up, the heel while the toes
 * are.
 */
function pivotOf(skeleton: BipedSkeleton, side: Side, pitch: number): Vector3 {
  const ball = directionBetween(skeleton, side, 'foot', 'toes');
  const heel: Vector3 = [0, ball[1], -HEEL_SHARE * distance([0, 0, 0], [ball[0], 0, ball[2]])];
  return pitch > 0 ? ball : heel;
}
