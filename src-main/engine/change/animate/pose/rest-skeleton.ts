import type { Document, Node, mat4 } from '@gltf-transform/core';
import type { Vector3 } from '../../../base/maths/vector.ts';
import type { TreeBone } from '../../rig/skeleton/rig-bone.ts';
import type { Quaternion } from '../../../base/maths/quaternion.ts';

/** A joint of a rigged model in rest pose, in world space. */
interface RestJoint {
  readonly node: Node;
  readonly place: Vector3;
  readonly turn: Quaternion;
}

/** A skeleton with identified bones. */
export interface RestSkeleton<Name extends string> {
  /** Parents first; the first bone, the hips, is the root of all others. */
  readonly bones: readonly TreeBone<Name>[];
  readonly joints: ReadonlyMap<Name, RestJoint>;
  /** World matrix and rotation of the parent of the hips. */
  readonly above: { readonly matrix: mat4; readonly turn: Quaternion };
}

/** Returns the joint nodes of a document by their normalized names; see `simplifyName`. */
export function listJoints(document: Document): ReadonlyMap<string, Node> {
  const joints = document
    .getRoot()
    .listSkins()
    .flatMap((skin) => skin.listJoints());
  return new Map(joints.map((node) => [simplifyName(node.getName()), node]));
}

/** Normalizes a bone name: lower case, with any replacement of Mixamo's colon by another character undone. */
export function simplifyName(name: string): string {
  return name.toLowerCase().replace(/^mixamorig\d*[^a-z]*/, 'mixamorig:');
}

/** Builds a skeleton from bones and their nodes in a document. */
export function toRestSkeleton<Name extends string>(
  bones: readonly TreeBone<Name>[],
  nodes: ReadonlyMap<Name, Node>,
): RestSkeleton<Name> {
  const joints = new Map(
    bones.map(({ bone }) => {
      const node = nodes.get(bone)!;
      return [bone, { node, place: node.getWorldTranslation(), turn: node.getWorldRotation() }];
    }),
  );
  const parent = joints.get(bones[0]!.bone)!.node.getParentNode();
  const above = {
    matrix: parent?.getWorldMatrix() ?? ([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] as mat4),
    turn: (parent?.getWorldRotation() ?? [0, 0, 0, 1]) as Quaternion,
  };
  return { bones, joints, above };
}
