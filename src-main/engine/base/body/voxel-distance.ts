import type { VoxelBody } from './voxel-body.ts';

/** Cost of a step between two voxels that share a face; over an edge it is 14, over a corner 17. */
export const FLOOD_STEP = 10;
/** Cost of a voxel that cannot be reached. */
export const UNREACHED = 0x7fffffff;

/** A flood seed: a voxel, its initial cost and its owner. */
export interface DistanceSeed {
  readonly cube: number;
  readonly cost: number;
  readonly owner: number;
}

/** The lowest cost from any seed to each voxel. */
export interface VoxelDistances {
  /** Cost per voxel; `FLOOD_STEP` per voxel edge. */
  readonly costs: Int32Array;
  /** Owner of the nearest seed; −1: unreached. */
  readonly owners: Int16Array;
}

/**
 * Computes shortest paths (Dijkstra with Dial's buckets) through the voxels for which `isOpen` is true, over faces,
 * edges and corners. Approximates geodesic distances within the body, a few per cent too long.
 */
export function floodDistances(
  body: VoxelBody,
  seeds: readonly DistanceSeed[],
  isOpen: (cube: number) => boolean,
): VoxelDistances {
  const { counts, solid } = body;
  const costs = new Int32Array(solid.length).fill(UNREACHED);
  const owners = new Int16Array(solid.length).fill(-1);
  const buckets: number[][] = [];
  const reach = (cube: number, cost: number, owner: number): void => {
    if (cost >= costs[cube]!) return;
    costs[cube] = cost;
    owners[cube] = owner;
    (buckets[cost] ??= []).push(cube);
  };
  for (const { cube, cost, owner } of seeds) reach(cube, cost, owner);
  const steps = listSteps(body);
  // The outermost voxels are empty in every body, and a flood through empty space stops before them.
  const isInner = (cube: number): boolean => {
    const x = cube % counts[0];
    const z = Math.floor(cube / counts[0]) % counts[2];
    const y = Math.floor(cube / (counts[0] * counts[2]));
    return x > 0 && y > 0 && z > 0 && x < counts[0] - 1 && y < counts[1] - 1 && z < counts[2] - 1;
  };
  for (let cost = 0; cost < buckets.length; cost++) {
    for (const cube of buckets[cost] ?? []) {
      if (costs[cube] !== cost || !isInner(cube)) continue;
      for (const [offset, price] of steps) {
        const next = cube + offset;
        if (isOpen(next)) reach(next, cost + price, owners[cube]!);
      }
    }
    buckets[cost] = [];
  }
  return { costs, owners };
}

function listSteps({ counts }: VoxelBody): readonly (readonly [offset: number, price: number])[] {
  const steps: [number, number][] = [];
  for (let y = -1; y <= 1; y++) {
    for (let z = -1; z <= 1; z++) {
      for (let x = -1; x <= 1; x++) {
        const price = [0, FLOOD_STEP, 14, 17][Math.abs(x) + Math.abs(y) + Math.abs(z)]!;
        if (price > 0) steps.push([(y * counts[2] + z) * counts[0] + x, price]);
      }
    }
  }
  return steps;
}
