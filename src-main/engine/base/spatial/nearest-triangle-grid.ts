import { createTrianglePoint, improvePoint, type SurfacePoint, type SurfaceTree, type Vector } from './surface-tree.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Returns the same point at the same distance as `SurfaceTree.nearest`. */
export type NearestPoint = (x: number, y: number, z: number, hit: SurfacePoint, facing?: Vector) => void;

/** Maximum number of cached triangles: for more, querying the tree is quicker. */
const MOST = 16;
/** Below this number of triangles a larger neighbourhood is worthwhile. */
const FEW = 6;
/** Margin of the first neighbourhood, as a share of half the longest side of the mesh. */
const FIRST_MARGIN = 1e-3;
/** Maximum number of queries without caching, after neighbourhoods that were too full or answered no query. */
const LONGEST_PAUSE = 64;

/**
 * Creates a `nearest` for spatially coherent queries, such as the texels of a chart: it caches all triangles within
 * some distance of an earlier query, nearest first. The tree is queried only if the best cached triangle could be
 * farther away than one outside the cache. Bakes take 10 to 20 % less time than with the tree alone.
 */
export function createNearestTriangleGrid(mesh: TriangleMesh, tree: SurfaceTree): NearestPoint {
  const known = new Int32Array(MOST);
  const distances = new Float64Array(MOST);
  const trial = createTrianglePoint();
  let count = 0;
  let cx = 0;
  let cy = 0;
  let cz = 0;
  // Every triangle within this distance of (cx, cy, cz) is cached; negative: the cache is empty.
  let reach = -1;
  let margin = 0;
  let hasAnswered = false;
  let pause = 0;
  let queries = 0;

  function searchKnown(x: number, y: number, z: number, gap: number, hit: SurfacePoint, facing?: Vector): void {
    const guess = hit.triangle;
    hit.triangle = -1;
    hit.squared = Infinity;
    if (guess >= 0) improvePoint(mesh, guess, x, y, z, trial, hit, facing);
    for (let i = 0; i < count; i++) {
      const least = distances[i]! - gap;
      if (least > 0 && least * least >= hit.squared) return;
      if (known[i] !== guess) improvePoint(mesh, known[i]!, x, y, z, trial, hit, facing);
    }
  }

  function remember(x: number, y: number, z: number, distance: number): void {
    if (margin === 0) margin = FIRST_MARGIN * halfExtent(mesh);
    reach = -1;
    if (queries++ < pause) return;
    queries = 0;
    const found = tree.within(x, y, z, distance + 2 * margin, known, distances);
    // The one before: with few triangles it is made larger until it answers.
    const wasWorthwhile = hasAnswered || count < FEW;
    pause = found >= 0 && wasWorthwhile ? 0 : Math.min(LONGEST_PAUSE, 2 * pause + 1);
    hasAnswered = false;
    if (found < 0) {
      margin *= 0.5;
      return;
    }
    count = found;
    sortByDistance(known, distances, count);
    reach = distance + 2 * margin;
    cx = x;
    cy = y;
    cz = z;
    if (count < FEW) margin *= 1.5;
  }

  return (x, y, z, hit, facing) => {
    const gap = Math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz));
    const safe = reach - gap;
    if (safe > 0) {
      searchKnown(x, y, z, gap, hit, facing);
      if (hit.squared <= safe * safe) {
        hasAnswered = true;
        return;
      }
    }
    tree.nearest(x, y, z, hit, facing);
    if (hit.triangle >= 0) remember(x, y, z, Math.sqrt(hit.squared));
  };
}

/** Returns half the longest side of a mesh's bounding box. */
function halfExtent({ positions }: TriangleMesh): number {
  let most = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = k; at < positions.length; at += 3) {
      low = Math.min(low, positions[at]!);
      high = Math.max(high, positions[at]!);
    }
    most = Math.max(most, (high - low) / 2);
  }
  return most;
}

/** Sorts by insertion: there are few, and the tree returns them nearly in order. */
function sortByDistance(triangles: Int32Array, distances: Float64Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const triangle = triangles[i]!;
    const distance = distances[i]!;
    let place = i;
    for (; place > 0 && distances[place - 1]! > distance; place--) {
      triangles[place] = triangles[place - 1]!;
      distances[place] = distances[place - 1]!;
    }
    triangles[place] = triangle;
    distances[place] = distance;
  }
}
