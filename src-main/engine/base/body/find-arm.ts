import { floodDistances, FLOOD_STEP, UNREACHED, type DistanceSeed } from './voxel-distance.ts';
import { mix, type Vector3 } from '../maths/vector.ts';
import { cubeCenter, type VoxelBody } from './voxel-body.ts';

/** An arm, described by its centre line. */
export interface Arm {
  /** Points from the trunk to the tip of the hand, in metres. */
  readonly line: readonly Vector3[];
  /** Length along the centre line, in metres. */
  readonly length: number;
  /** Mean cross-section area, in voxels. */
  readonly area: number;
}

/**
 * Finds the arm on one side (−1: at −x) of a trunk that is `halfWidth` voxels wide. The tip is the part of the body
 * that is geodesically farthest from the middle plane; the centre line joins the centroids of the voxels at equal
 * distance from the tip. Returns null if no limb leaves the trunk on that side.
 */
export function findArm(
  body: VoxelBody,
  { middle, halfWidth, isLeg }: { readonly middle: number; readonly halfWidth: number; readonly isLeg: Uint8Array },
  side: number,
): Arm | null {
  const { counts, solid } = body;
  const isOpen = (cube: number): boolean => solid[cube] === 1 && !isLeg[cube];
  const seeds: DistanceSeed[] = [];
  for (let cube = 0; cube < solid.length; cube++) {
    if (isOpen(cube) && Math.abs((cube % counts[0]) - middle) <= 1) seeds.push({ cube, cost: 0, owner: 0 });
  }
  const isThisSide = (cube: number): boolean => isOpen(cube) && ((cube % counts[0]) - middle) * side > -2;
  const { costs } = floodDistances(body, seeds, isThisSide);
  let farthest = 0;
  for (const cost of costs) if (cost !== UNREACHED && cost > farthest) farthest = cost;
  if (farthest === 0) return null;

  // The tip of a hand may be a flat face instead of a single voxel.
  const tip: DistanceSeed[] = [];
  costs.forEach((cost, cube) => {
    if (cost !== UNREACHED && cost >= farthest - FLOOD_STEP) tip.push({ cube, cost: 0, owner: 0 });
  });
  const fromTip = floodDistances(body, tip, isThisSide).costs;
  const rings = sumRings(body, fromTip);
  const line: Vector3[] = [];
  let cubes = 0;
  for (const { area, x, y, z } of rings) {
    if (area === 0 || (x / area - middle) * side < halfWidth) break;
    line.unshift(cubeCenter(body, x / area, y / area, z / area));
    cubes += area;
  }
  if (line.length < 3) return null;
  return { line, length: line.length * RING * body.step, area: cubes / (line.length * RING) };
}

/** Returns the point at a share (0 to 1) of a line, by point index; points are evenly spaced. */
export function pointAlongArm(line: readonly Vector3[], share: number): Vector3 {
  const at = Math.min(line.length - 1, Math.max(0, share * (line.length - 1)));
  const from = Math.floor(at);
  return mix(line[from]!, line[Math.min(line.length - 1, from + 1)]!, at - from);
}

/** Thickness of a ring in voxels: thinner ones are ragged. */
const RING = 2;

function sumRings(body: VoxelBody, costs: Int32Array): { area: number; x: number; y: number; z: number }[] {
  const [nx, , nz] = body.counts;
  const rings: { area: number; x: number; y: number; z: number }[] = [];
  for (let cube = 0; cube < costs.length; cube++) {
    if (costs[cube] === UNREACHED) continue;
    const ring = (rings[Math.floor(costs[cube]! / (FLOOD_STEP * RING))] ??= { area: 0, x: 0, y: 0, z: 0 });
    ring.area++;
    ring.x += cube % nx;
    ring.z += Math.floor(cube / nx) % nz;
    ring.y += Math.floor(cube / (nx * nz));
  }
  return Array.from(rings, (ring) => ring ?? { area: 0, x: 0, y: 0, z: 0 });
}
