import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Document, Node } from '@gltf-transform/core';
import { BIPED_BONES, type BipedBoneName } from '../../rig/skeleton/biped-bones.ts';
import { distance } from '../../../base/maths/vector.ts';
import { RigError } from '../../rig/rig-error.ts';
import { listJoints, simplifyName, toRestSkeleton, type RestSkeleton } from './rest-skeleton.ts';

/** A biped's skeleton. */
export interface BipedSkeleton extends RestSkeleton<BipedBoneName> {
  /** Length from hip to ankle along the leg, metres. */
  readonly leg: number;
}

/** Reads a document's biped skeleton, whose bones may be named by either spec. Throws `RigError` if one is missing. */
export function readBipedSkeleton(document: Document): BipedSkeleton {
  const joints = listJoints(document);
  const nodes = new Map<BipedBoneName, Node>();
  for (const { bone, names } of BIPED_BONES) {
    const node = joints.get(simplifyName(names.mixamo)) ?? joints.get(simplifyName(names.tripo));
    if (!node) {
      throw new RigError(engineMessage('rig-error.no-bone', { mixamo: names.mixamo, tripo: names.tripo }));
    }
    nodes.set(bone, node);
  }
  const skeleton = toRestSkeleton(BIPED_BONES, nodes);
  const at = (bone: BipedBoneName) => skeleton.joints.get(bone)!.place;
  const leg = distance(at('left.upperLeg'), at('left.lowerLeg')) + distance(at('left.lowerLeg'), at('left.foot'));
  return { ...skeleton, leg };
}
