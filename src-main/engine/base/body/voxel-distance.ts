import type { VoxelBody } from './voxel-body.ts';

/** A way between two cubes that share a face costs this; over an edge 14, over a corner 17. */
export const FLOOD_STEP = 10;
/** Where no way leads. */
export const UNREACHED = 0x7fffffff;

/** Where a flood begins: a cube, what it costs to be there, and whose it is. */
export interface DistanceSeed {
  readonly cube: number;
  readonly cost: number;
  readonly owner: number;
}

/** The cheapest way from any seed to each cube. */
export interface VoxelDistances {
  /** `FLOOD_STEP` per cube edge. */
  readonly costs: Int32Array;
  /** The owner of the seed the way came from; −1: unreached. */
  readonly owners: Int16Array;
}

/**
 * Dijkstra's shortest ways through the cubes that `isOpen` lets pass, over faces, edges and corners, with Dial's
 * buckets: an approximation of lengths within the body, a few per cent too long.
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
  // The outermost cubes are empty in every body, and a flood through empty space stops before them.
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
