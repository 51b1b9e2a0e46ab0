import { diffuseWeights } from './diffuse-weights.ts';
import { floodDistances, FLOOD_STEP, type DistanceSeed } from '../../../base/body/voxel-distance.ts';
import { moveInside } from '../skeleton/move-inside.ts';
import { distance, mix } from '../../../base/maths/vector.ts';
import { findRelatedBones } from '../skeleton/related-bones.ts';
import type { RigBone } from '../skeleton/rig-bone.ts';
import { cubeAt, type VoxelBody } from '../../../base/body/voxel-body.ts';

/** How much each bone moves each cube of a body. */
export interface CubeWeights {
  /** Row of a cube in `weights`; −1: none. */
  readonly rows: Int32Array;
  /** Rows of one number per bone, together 1 or somewhat less. */
  readonly weights: Float32Array;
  /** The bone nearest to each solid cube by a way within the body, or by air where none leads there. */
  readonly owners: Int16Array;
  /** 1: the bones of this number, first × number of bones + second, may share a place. */
  readonly isRelated: Uint8Array;
}

/** Trunk bones are this much nearer than limbs, in halves of the trunk's width: flanks belong to the trunk. */
const TRUNK_LEAD = 0.5;

/**
 * Weights by ways within the body: every cube belongs to the bone it is nearest to without leaving the body, and borders
 * are blurred by diffusion between cubes that touch. Bones that are not related (see `relateBones`) never mix: nothing
 * bleeds from leg to leg or from hand to hip, even where they touch. `halfWidth` is half the trunk's, in cubes.
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

/** Gives what no way leads to, such as eyes that float, to the owner that is nearest by air. */
function reachIslands(body: VoxelBody, owners: Int16Array): Int16Array {
  const { solid } = body;
  if (!owners.some((owner, cube) => owner < 0 && solid[cube] === 1)) return owners;
  const shores: DistanceSeed[] = [];
  owners.forEach((owner, cube) => {
    if (owner >= 0) shores.push({ cube, cost: 0, owner });
  });
  return floodDistances(body, shores, () => true).owners;
}

/** The cubes a bone runs through, or the one nearest to its middle. */
function listSeeds(body: VoxelBody, { head, tail }: RigBone, owner: number, cost: number): DistanceSeed[] {
  const cubes = new Set<number>();
  const pieces = Math.max(1, Math.ceil((distance(head, tail) / body.step) * 2));
  // Joints belong to the bone that begins there.
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

/** Cubes around a bone in which its place is looked for, where it lies outside of a hollow body. */
const REACH = 12;
