import { floodDistances, FLOOD_STEP, UNREACHED, type DistanceSeed } from './voxel-distance.ts';
import { mix, type Vector3 } from '../maths/vector.ts';
import { cubeCenter, type VoxelBody } from './voxel-body.ts';

/** An arm as a line through its middle. */
export interface Arm {
  /** From where it leaves the trunk to the tip of the hand, metres. */
  readonly line: readonly Vector3[];
  /** Along the line, metres. */
  readonly length: number;
  /** Mean cross-section, in cubes. */
  readonly area: number;
}

/**
 * The arm on a side (−1: at −x) of a trunk that is `halfWidth` cubes wide: the part of the body the longest way from its
 * middle plane, and the centres of all that lies equally far from its tip. Null: nothing leaves the trunk there.
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

  // A hand may end in a face as well as in a finger.
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

/** The point at a share of a line's way, by number of its points, which are evenly spaced. */
export function pointAlongArm(line: readonly Vector3[], share: number): Vector3 {
  const at = Math.min(line.length - 1, Math.max(0, share * (line.length - 1)));
  const from = Math.floor(at);
  return mix(line[from]!, line[Math.min(line.length - 1, from + 1)]!, at - from);
}

/** Thickness of a ring in cubes: thinner ones are ragged. */
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
