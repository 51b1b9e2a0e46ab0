import { diffuseWeights } from './diffuse-weights.ts';
import { floodDistances, FLOOD_STEP, type DistanceSeed } from '../../../base/body/voxel-distance.ts';
import { moveInside } from '../skeleton/move-inside.ts';
import { distance, mix } from '../../../base/maths/vector.ts';
import { findRelatedBones } from '../skeleton/related-bones.ts';
import type { RigBone } from '../skeleton/rig-bone.ts';
import { cubeAt, type VoxelBody } from '../../../base/body/voxel-body.ts';

/** Bone weights of the voxels of a body. */
export interface CubeWeights {
  /** Row of each voxel in `weights`; −1 for none. */
  readonly rows: Int32Array;
  /** Rows with one weight per bone; the sum of a row is 1 or slightly less. */
  readonly weights: Float32Array;
  /** Nearest bone of each solid voxel along a path within the body, or in a straight line if there is no path. */
  readonly owners: Int16Array;
  /** 1 at first × number of bones + second if both bones may influence the same vertex. */
  readonly isRelated: Uint8Array;
}

/** Distance advantage of trunk bones over limbs, in halves of the trunk's width, so that flanks belong to the trunk. */
const TRUNK_LEAD = 0.5;

/**
 * Computes weights from geodesic distances: each voxel belongs to the nearest bone along paths within the body, and
 * borders are blurred by diffusion between adjacent voxels. Unrelated bones (see `findRelatedBones`) never mix, so
 * weights do not bleed from leg to leg or from hand to hip, even where they touch. `halfWidth` is half the width of the
 * trunk, in voxels.
 */
export function spreadWeights(body: VoxelBody, bones: readonly RigBone[], halfWidth: number): CubeWeights {
  const { solid } = body;
  const lead = Math.round(halfWidth * TRUNK_LEAD * FLOOD_STEP);
  const seeds = bones.flatMap((bone, owner) => listSeeds(body, bone, owner, bone.bone.includes('.') ? lead : 0));
  const inside = floodDistances(body, seeds, (cube) => solid[cube] === 1);
  const owners = reachIslands(body, inside.owners);
  const isRelated = findRelatedBones(bones);
  return { ...diffuseWeights(body, owners, isRelated, bones.length), owners, isRelated };
}

/** Assigns unreachable voxels, such as those of floating eyes, to the nearest owner in a straight line. */
function reachIslands(body: VoxelBody, owners: Int16Array): Int16Array {
  const { solid } = body;
  if (!owners.some((owner, cube) => owner < 0 && solid[cube] === 1)) return owners;
  const shores: DistanceSeed[] = [];
  owners.forEach((owner, cube) => {
    if (owner >= 0) shores.push({ cube, cost: 0, owner });
  });
  return floodDistances(body, shores, () => true).owners;
}

/** Returns the voxels along a bone, or the one nearest to its middle. */
function listSeeds(body: VoxelBody, { head, tail }: RigBone, owner: number, cost: number): DistanceSeed[] {
  const cubes = new Set<number>();
  const pieces = Math.max(1, Math.ceil((distance(head, tail) / body.step) * 2));
  // A joint belongs to the bone that starts there.
  for (let i = 0; i < pieces; i++) {
    const cube = cubeAt(body, mix(head, tail, i / pieces));
    if (cube >= 0 && body.solid[cube]) cubes.add(cube);
  }
  if (cubes.size === 0) {
    const cube = cubeAt(body, moveInside(body, mix(head, tail, 0.5), REACH * body.step));
    if (cube >= 0) cubes.add(cube);
  }
  return [...cubes].map((cube) => ({ cube, cost, owner }));
}

/** Search radius in voxels around a bone that is outside the solid of a hollow body. */
const REACH = 12;
