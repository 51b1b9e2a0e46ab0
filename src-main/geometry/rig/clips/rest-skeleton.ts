import type { Document, Node, mat4 } from '@gltf-transform/core';
import { BONES, type BoneName } from '../bones.ts';
import { distance, type Point } from '../point.ts';
import { RigError } from '../rig-error.ts';
import type { Turn } from '../turn.ts';

/** A joint of a rigged model as it rests, in world space. */
export interface RestJoint {
  readonly node: Node;
  readonly place: Point;
  readonly turn: Turn;
}

/** A skeleton whose bones are known. */
export interface RestSkeleton {
  readonly joints: ReadonlyMap<BoneName, RestJoint>;
  /** World matrix of what the hips hang on, and its rotation. */
  readonly above: { readonly matrix: mat4; readonly turn: Turn };
  /** From hip to ankle along the leg, metres. */
  readonly leg: number;
}

/**
 * The skeleton of a document, its bones known by the names of either spec; a program that turned the colon of Mixamo's
 * into something else is forgiven. Throws `RigError` where a bone is missing.
 */
export function readRestSkeleton(document: Document): RestSkeleton {
  const simple = (name: string): string => name.toLowerCase().replace(/^mixamorig\d*[^a-z]*/, 'mixamorig:');
  const nodes = new Map(
    document
      .getRoot()
      .listSkins()
      .flatMap((skin) => skin.listJoints())
      .map((node) => [simple(node.getName()), node]),
  );
  const joints = new Map<BoneName, RestJoint>();
  for (const { bone, names } of BONES) {
    const node = nodes.get(simple(names.mixamo)) ?? nodes.get(simple(names.tripo));
    if (!node) {
      throw new RigError(
        `The model has no bone “${names.mixamo}” or “${names.tripo}”. Rig it on this computer first, then animate it.`,
      );
    }
    joints.set(bone, { node, place: node.getWorldTranslation(), turn: node.getWorldRotation() });
  }
  const parent = joints.get('hips')!.node.getParentNode();
  const above = {
    matrix: parent?.getWorldMatrix() ?? ([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] as mat4),
    turn: (parent?.getWorldRotation() ?? [0, 0, 0, 1]) as Turn,
  };
  const at = (bone: BoneName) => joints.get(bone)!.place;
  const leg = distance(at('left.upperLeg'), at('left.lowerLeg')) + distance(at('left.lowerLeg'), at('left.foot'));
  return { joints, above, leg };
}
