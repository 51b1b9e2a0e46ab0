import { floodDistances, FLOOD_STEP, UNREACHED, type DistanceSeed } from '../../../base/body/voxel-distance.ts';
import type { LegBody } from './body-ends.ts';

/** A point in the mirror plane of a body, in voxels. */
export interface LinePoint {
  readonly y: number;
  readonly z: number;
}

/** A centre line of a neck or a tail from the trunk outwards, as evenly spaced points. */
export type BodyLine = readonly LinePoint[];

/** Thickness of a ring in voxels; thinner rings are noisy. */
const RING = 2;
/** Minimum length of a tail, as a share of the distance between front and hind legs. */
const SHORTEST_TAIL = 0.25;
/**
 * Distance from the hind legs back to the root of the tail within the rump, as a share of the distance between front
 * and hind legs.
 */
export const TAIL_ROOT = 0.18;
/** Maximum cross-section of a tail as a share of that of the trunk; anything thicker is rump. */
const THICKEST_TAIL = 0.45;

/**
 * Returns the centre line from the chest through neck and head to the nose, in front of the front legs and above row
 * `belly`; null if there is none.
 */
export function findHead(base: LegBody, belly: number): BodyLine | null {
  const { body, isLeg, middle, frontZ } = base;
  const [nx, , nz] = body.counts;
  const isOpen = (cube: number): boolean =>
    body.solid[cube] === 1 &&
    !isLeg[cube] &&
    Math.floor(cube / nx) % nz > frontZ &&
    Math.floor(cube / (nx * nz)) > belly;
  const nose = listMiddle(base).filter(isOpen);
  const foremost = nose.reduce((most, cube) => Math.max(most, Math.floor(cube / nx) % nz), 0);
  const seeds = nose
    .filter((cube) => Math.floor(cube / nx) % nz === foremost)
    .map((cube): DistanceSeed => ({ cube, cost: 0, owner: 0 }));
  // Only the mirror plane counts: ears and horns would pull the line sideways and up.
  const line = sumRings(
    base,
    floodDistances(body, seeds, isOpen).costs,
    (cube) => Math.abs((cube % nx) - middle) <= 1,
  ).reverse();
  return line.length < 3 ? null : line;
}

/**
 * Returns the centre line from the rump to the tip of the tail; null if there is no tail or only a stump. `section` is
 * the cross-section of the trunk, in voxels.
 */
export function findTail(base: LegBody, section: number): BodyLine | null {
  const { body, isLeg, frontZ, hindZ } = base;
  const [nx, , nz] = body.counts;
  const isOpen = (cube: number): boolean =>
    body.solid[cube] === 1 && !isLeg[cube] && Math.floor(cube / nx) % nz <= hindZ;
  const seeds: DistanceSeed[] = [];
  for (let cube = 0; cube < body.solid.length; cube++) {
    if (isOpen(cube) && Math.floor(cube / nx) % nz >= hindZ - 1) seeds.push({ cube, cost: 0, owner: 0 });
  }
  const { costs } = floodDistances(body, seeds, isOpen);
  const farthest = costs.reduce((most, cost) => (cost === UNREACHED ? most : Math.max(most, cost)), 0);
  const tip: DistanceSeed[] = [];
  costs.forEach((cost, cube) => {
    if (cost !== UNREACHED && cost >= farthest - FLOOD_STEP) tip.push({ cube, cost: 0, owner: 0 });
  });
  const rings = sumRings(base, floodDistances(body, tip, isOpen).costs, () => true);
  const rump = hindZ - TAIL_ROOT * (frontZ - hindZ);
  const end = rings.findIndex(({ z }) => z >= rump);
  const line = (end < 0 ? rings : rings.slice(0, end)).reverse();
  const mean = line.reduce((sum, { area }) => sum + area, 0) / line.length;
  const isTail = line.length * RING >= SHORTEST_TAIL * (frontZ - hindZ) && mean <= section * THICKEST_TAIL;
  return isTail ? line : null;
}

/** Returns the point of a line at a fractional index. */
export function pointAlongLine(line: BodyLine, at: number): LinePoint {
  const from = line[Math.floor(at)]!;
  const to = line[Math.min(line.length - 1, Math.floor(at) + 1)]!;
  const share = at - Math.floor(at);
  return { y: from.y + (to.y - from.y) * share, z: from.z + (to.z - from.z) * share };
}

function listMiddle({ body: { counts }, middle }: LegBody): number[] {
  const [nx, ny, nz] = counts;
  const columns = [Math.floor(middle), Math.ceil(middle)];
  return Array.from({ length: ny * nz }, (_, row) => columns.map((x) => row * nx + x)).flat();
}

/**
 * Computes the centroids of all counted voxels at equal distance, nearest first, and the number of voxels per voxel of
 * distance.
 */
function sumRings(
  { body }: LegBody,
  costs: Int32Array,
  counts: (cube: number) => boolean,
): (LinePoint & { readonly area: number })[] {
  const [nx, , nz] = body.counts;
  const rings: { count: number; y: number; z: number }[] = [];
  for (let cube = 0; cube < costs.length; cube++) {
    if (costs[cube] === UNREACHED || !counts(cube)) continue;
    const ring = (rings[Math.floor(costs[cube]! / (FLOOD_STEP * RING))] ??= { count: 0, y: 0, z: 0 });
    ring.count++;
    ring.y += Math.floor(cube / (nx * nz));
    ring.z += Math.floor(cube / nx) % nz;
  }
  return [...rings].flatMap((ring) =>
    ring ? [{ y: ring.y / ring.count, z: ring.z / ring.count, area: ring.count / RING }] : [],
  );
}
