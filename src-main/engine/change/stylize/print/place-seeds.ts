import { createRandom } from '../../../base/maths/random.ts';
import { doubleArea, type TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** Number of candidates per seed; more give a more even distribution. */
const CANDIDATES = 12;

/**
 * Distributes points evenly over a surface by best-candidate sampling (D. Mitchell 1991). Deterministic. O(count² ×
 * candidates).
 */
export function placeSeeds(mesh: TriangleMesh, count: number): GridPoint[] {
  const random = createRandom('seeds');
  const cumulativeAreas = new Float64Array(mesh.indices.length / 3);
  let area = 0;
  for (let t = 0; t < cumulativeAreas.length; t++)
    cumulativeAreas[t] = area += doubleArea(mesh.positions, mesh.indices, t * 3);
  const seeds: GridPoint[] = [];
  while (seeds.length < count) {
    let best: GridPoint = samplePoint(mesh, cumulativeAreas, area, random);
    let bestDistance = squaredDistanceTo(seeds, best);
    for (let candidate = 1; candidate < CANDIDATES; candidate++) {
      const point = samplePoint(mesh, cumulativeAreas, area, random);
      const distance = squaredDistanceTo(seeds, point);
      if (distance <= bestDistance) continue;
      best = point;
      bestDistance = distance;
    }
    seeds.push(best);
  }
  return seeds;
}

function samplePoint(
  { positions, indices }: TriangleMesh,
  cumulativeAreas: Float64Array,
  area: number,
  random: () => number,
): GridPoint {
  const target = random() * area;
  let [low, high] = [0, cumulativeAreas.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulativeAreas[middle]! <= target) low = middle + 1;
    else high = middle;
  }
  const root = Math.sqrt(random());
  const share = random();
  const [a, b, c] = [1 - root, root * (1 - share), root * share];
  const at = (k: number): number =>
    a * positions[indices[low * 3]! * 3 + k]! +
    b * positions[indices[low * 3 + 1]! * 3 + k]! +
    c * positions[indices[low * 3 + 2]! * 3 + k]!;
  return [at(0), at(1), at(2)];
}

function squaredDistanceTo(seeds: readonly GridPoint[], [x, y, z]: GridPoint): number {
  let nearest = Infinity;
  for (const [sx, sy, sz] of seeds) {
    nearest = Math.min(nearest, (sx - x) ** 2 + (sy - y) ** 2 + (sz - z) ** 2);
  }
  return nearest;
}
