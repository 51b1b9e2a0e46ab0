import { floodDistances, FLOOD_STEP, type DistanceSeed } from '../../../base/body/voxel-distance.ts';
import type { VoxelBody } from '../../../base/body/voxel-body.ts';

/** A body along Z and the depths its front and hind legs stand at, in cubes. */
export interface LegBody {
  readonly body: VoxelBody;
  /** Column of the plane that mirrors it. */
  readonly middle: number;
  readonly ground: number;
  /** 1: a cube of a leg. */
  readonly isLeg: Uint8Array;
  readonly frontZ: number;
  readonly hindZ: number;
}

/** What reaches beyond the legs at one end. */
export interface BodyEnd {
  /** Cubes beyond the legs. */
  readonly reach: number;
  /** Cubes times their thickness times their height: heads have more of each than tails. */
  readonly weight: number;
  /** Thickness through its thickest place as a share of its width. */
  readonly roundness: number;
}

/** So much beyond the legs is chest or rump, as a share of the way between front and hind legs. */
const TRUNK_BEYOND_LEGS = 0.15;

/** What lies beyond the hind and beyond the front legs. */
export function measureEnds(base: LegBody): readonly [hind: BodyEnd, front: BodyEnd] {
  const depths = measureDepths(base.body);
  return [measureEnd(base, depths, -1), measureEnd(base, depths, 1)];
}

/** How deep below the surface each cube is, `FLOOD_STEP` per cube edge. */
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
