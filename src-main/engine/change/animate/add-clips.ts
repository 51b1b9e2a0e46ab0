import type { Document } from '@gltf-transform/core';
import { addClip, type Motion } from './add-clip.ts';
import { IN_PLACE } from './pose/clip.ts';
import { findBipedPreset, findQuadrupedPreset } from './clip-presets.ts';
import { readQuadrupedSkeleton } from './quadruped/read-quadruped-skeleton.ts';
import { solveQuadrupedPose } from './quadruped/solve-quadruped-pose.ts';
import { readBipedSkeleton } from './pose/read-biped-skeleton.ts';
import type { RestSkeleton } from './pose/rest-skeleton.ts';
import { solvePose } from './pose/solve-pose.ts';

/**
 * Replaces a document's clips with the named ones, sampled for its skeleton. Throws `RigError` as `retargetModel` does.
 */
export function addClips(document: Document, animations: readonly string[], isInPlace: boolean): void {
  const quadruped = readQuadrupedSkeleton(document);
  if (quadruped) {
    const motions = animations.map(findQuadrupedPreset).map(({ name, clip }) => ({
      name,
      seconds: clip.seconds,
      pose: (share: number) =>
        solveQuadrupedPose(quadruped, clip.pose(share), (isInPlace ? IN_PLACE : clip.travel)(share)),
    }));
    return replaceClips(document, quadruped, motions);
  }
  const biped = readBipedSkeleton(document);
  const motions = animations.map(findBipedPreset).map(({ name, clip }) => ({
    name,
    seconds: clip.seconds,
    pose: (share: number) => solvePose(biped, clip.pose(share), (isInPlace ? IN_PLACE : clip.travel)(share)),
  }));
  replaceClips(document, biped, motions);
}

/** Replaces all clips. A name that is listed twice counts once. */
function replaceClips<Name extends string>(
  document: Document,
  skeleton: RestSkeleton<Name>,
  motions: readonly Motion<Name>[],
): void {
  for (const animation of document.getRoot().listAnimations()) animation.dispose();
  const byName = new Map(motions.map((motion) => [motion.name, motion]));
  for (const motion of byName.values()) addClip(document, skeleton, motion);
}
