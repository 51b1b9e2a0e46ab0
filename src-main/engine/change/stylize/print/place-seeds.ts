import { createRandom } from '../../../base/maths/random.ts';
import { doubleArea, type TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** Places tried for each seed: more spread them more evenly. */
const TRIALS = 12;

/**
 * Points on a surface, spread about evenly (best candidate; D. Mitchell 1991). The same mesh and count give the same
 * points. O(count² × trials).
 */
export function placeSeeds(mesh: TriangleMesh, count: number): GridPoint[] {
  const random = createRandom('seeds');
  const ends = new Float64Array(mesh.indices.length / 3);
  let area = 0;
  for (let t = 0; t < ends.length; t++) ends[t] = area += doubleArea(mesh.positions, mesh.indices, t * 3);
  const seeds: GridPoint[] = [];
  while (seeds.length < count) {
    let best: GridPoint = pick(mesh, ends, area, random);
    let far = distanceTo(seeds, best);
    for (let trial = 1; trial < TRIALS; trial++) {
      const point = pick(mesh, ends, area, random);
      const distance = distanceTo(seeds, point);
      if (distance <= far) continue;
      best = point;
      far = distance;
    }
    seeds.push(best);
  }
  return seeds;
}

function pick({ positions, indices }: TriangleMesh, ends: Float64Array, area: number, random: () => number): GridPoint {
  const wanted = random() * area;
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! <= wanted) low = middle + 1;
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

function distanceTo(seeds: readonly GridPoint[], [x, y, z]: GridPoint): number {
  let least = Infinity;
  for (const [sx, sy, sz] of seeds) {
    least = Math.min(least, (sx - x) ** 2 + (sy - y) ** 2 + (sz - z) ** 2);
  }
  return least;
}
