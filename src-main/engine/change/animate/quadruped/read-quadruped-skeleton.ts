import type { Document, Node } from '@gltf-transform/core';
import { subtract, type Vector3 } from '../../../base/maths/vector.ts';
import { LEGS, QUADRUPED_BONES, TAIL_BONES, type QuadrupedBoneName } from '../../rig/quadruped/quadruped-bones.ts';
import { invertQuaternion, rotateVector, fromAxisAngle, type Quaternion } from '../../../base/maths/quaternion.ts';
import { listJoints, simplifyName, toRestSkeleton, type RestSkeleton } from '../pose/rest-skeleton.ts';

/** A quadruped's skeleton. */
export interface QuadrupedSkeleton extends RestSkeleton<QuadrupedBoneName> {
  /** Rotation about the vertical axis from an animal that faces +Z to this one. */
  readonly heading: Quaternion;
  /** Rest positions of the joints in an animal turned to face +Z, metres. */
  readonly places: ReadonlyMap<QuadrupedBoneName, Vector3>;
  /** Mean height of shoulders and hips above the balls of the feet, metres. */
  readonly leg: number;
}

/** Reads a document's quadruped skeleton, with the tail if there is one; null if the document has none. */
export function readQuadrupedSkeleton(document: Document): QuadrupedSkeleton | null {
  const joints = listJoints(document);
  const nodeOf = ({ name }: { readonly name: string }): Node | undefined => joints.get(simplifyName(name));
  if (!QUADRUPED_BONES.every(nodeOf)) return null;
  const bones = TAIL_BONES.every(nodeOf) ? [...QUADRUPED_BONES, ...TAIL_BONES] : QUADRUPED_BONES;
  const skeleton = toRestSkeleton(bones, new Map(bones.map((kind) => [kind.bone, nodeOf(kind)!])));
  const at = (bone: QuadrupedBoneName) => skeleton.joints.get(bone)!.place;
  const [x, , z] = subtract(at('chest'), at('hips'));
  const heading = fromAxisAngle([0, 1, 0], (Math.atan2(x, z) * 180) / Math.PI);
  const places = new Map(bones.map(({ bone }) => [bone, rotateVector(invertQuaternion(heading), at(bone))]));
  const heights = LEGS.map((leg) => at(`${leg}UpperLeg`)[1] - at(`${leg}Toes`)[1]);
  return { ...skeleton, heading, places, leg: heights.reduce((sum, height) => sum + height, 0) / heights.length };
}
