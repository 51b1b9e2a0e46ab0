import { floodDistances, FLOOD_STEP, type DistanceSeed } from '../../../base/body/voxel-distance.ts';
import type { VoxelBody } from '../../../base/body/voxel-body.ts';

/** A body along Z and the depths of its front and hind legs, in voxels. */
export interface LegBody {
  readonly body: VoxelBody;
  /** Column of the mirror plane. */
  readonly middle: number;
  readonly ground: number;
  /** 1 for voxels of a leg. */
  readonly isLeg: Uint8Array;
  readonly frontZ: number;
  readonly hindZ: number;
}

/** Measurements of the part that extends beyond the legs at one end. */
export interface BodyEnd {
  /** Length beyond the legs, in voxels. */
  readonly reach: number;
  /** Number of voxels × thickness × height: a head exceeds a tail in each factor. */
  readonly weight: number;
  /** Thickness at the thickest point as a share of its width. */
  readonly roundness: number;
}

/** Length beyond the legs that belongs to chest or rump, as a share of the distance between front and hind legs. */
const TRUNK_BEYOND_LEGS = 0.15;

/** Measures the parts beyond the hind and the front legs. */
export function measureEnds(base: LegBody): readonly [hind: BodyEnd, front: BodyEnd] {
  const depths = measureDepths(base.body);
  return [measureEnd(base, depths, -1), measureEnd(base, depths, 1)];
}

/** Computes the depth of each voxel below the surface, `FLOOD_STEP` per voxel edge. */
function measureDepths(body: VoxelBody): Int32Array {
  const { counts, solid } = body;
  const offsets = [1, -1, counts[0], -counts[0], counts[0] * counts[2], -counts[0] * counts[2]];
  const seeds: DistanceSeed[] = [];
  for (let cube = 0; cube < solid.length; cube++) {
    if (solid[cube] && offsets.some((offset) => !solid[cube + offset])) {
      seeds.push({ cube, cost: FLOOD_STEP / 2, owner: 0 });
    }
  }
  return floodDistances(body, seeds, (cube) => solid[cube] === 1).costs;
}

function measureEnd({ body, isLeg, ground, frontZ, hindZ }: LegBody, depths: Int32Array, sign: number): BodyEnd {
  const [nx, , nz] = body.counts;
  const from = sign > 0 ? frontZ : hindZ;
  let [count, reach, thickest, rows, left, right] = [0, 0, 0, 0, nx, 0];
  for (let cube = 0; cube < body.solid.length; cube++) {
    if (!body.solid[cube] || isLeg[cube]) continue;
    const beyond = ((Math.floor(cube / nx) % nz) - from) * sign;
    if (beyond < TRUNK_BEYOND_LEGS * (frontZ - hindZ)) continue;
    count++;
    rows += Math.floor(cube / (nx * nz)) - ground;
    reach = Math.max(reach, beyond);
    thickest = Math.max(thickest, depths[cube]! / FLOOD_STEP);
    left = Math.min(left, cube % nx);
    right = Math.max(right, cube % nx);
  }
  return { reach, weight: thickest * rows, roundness: count > 0 ? (2 * thickest) / (right - left + 1) : 0 };
}
