import { createSurfacePoint, createSurfaceTree } from '../../base/spatial/surface-tree.ts';
import { bendAngle } from './bend-angle.ts';
import type { FaceGraph } from './face-graph.ts';
import type { FaceLabels } from './face-labels.ts';

/**
 * Cost of a step to a neighbouring face: the distance between the centroids × (1 + dihedral angle in radians × weight
 * of convex or concave edges + difference in linear RGB × weight of colour).
 */
const CONVEX_WEIGHT = 4;
const CONCAVE_WEIGHT = 30;
const COLOR_WEIGHT = 40;

/** Maximum factor on the distance; regions end at steps with a larger one. */
const MAX_FACTOR = 12;

type Point = readonly [x: number, y: number, z: number];

/**
 * Grows a region around each point (metres) until a concave edge of about 20°, a convex edge of about 2.75 rad or a
 * change of colour. Two regions meet at equal cost from their points. Faces that no region reaches form the last
 * region, if there are any. `colors` holds linear RGB per face. Multi-source Dijkstra over faces: O(n log n).
 */
export function growFromPoints(graph: FaceGraph, points: readonly Point[], colors: Float32Array): FaceLabels {
  const { neighbours, centres } = graph;
  const count = neighbours.length / 3;
  const labels = new Int32Array(count).fill(points.length);
  const costs = new Float64Array(count).fill(Infinity);
  const heap = createHeap();
  const tree = createSurfaceTree(graph);
  const hit = createSurfacePoint();
  points.forEach(([x, y, z], label) => {
    tree.nearest(x, y, z, hit);
    if (hit.triangle < 0 || costs[hit.triangle] === 0) return;
    costs[hit.triangle] = 0;
    labels[hit.triangle] = label;
    heap.push(0, hit.triangle);
  });
  for (let next = heap.pop(); next !== null; next = heap.pop()) {
    const [cost, face] = next;
    if (cost > costs[face]!) continue;
    for (let k = 0; k < 3; k++) {
      const neighbour = neighbours[face * 3 + k]!;
      if (neighbour < 0) continue;
      const bend = bendAngle(graph, face, neighbour);
      const contrast = distance(colors, face, neighbour);
      const factor = 1 + (bend < 0 ? -bend * CONCAVE_WEIGHT : bend * CONVEX_WEIGHT) + contrast * COLOR_WEIGHT;
      // Negated, so that NaN ends here.
      if (!(factor <= MAX_FACTOR)) continue;
      const total = cost + factor * distance(centres, face, neighbour);
      if (!(total < costs[neighbour]!)) continue;
      costs[neighbour] = total;
      labels[neighbour] = labels[face]!;
      heap.push(total, neighbour);
    }
  }
  const hasRest = labels.includes(points.length);
  return { labels, count: points.length + (hasRest ? 1 : 0) };
}

function distance(array: Float32Array, a: number, b: number): number {
  return Math.hypot(
    array[a * 3]! - array[b * 3]!,
    array[a * 3 + 1]! - array[b * 3 + 1]!,
    array[a * 3 + 2]! - array[b * 3 + 2]!,
  );
}

/** Creates a binary min-heap of [cost, face]. */
function createHeap() {
  const entries: (readonly [cost: number, face: number])[] = [];
  const swap = (a: number, b: number): void => {
    [entries[a], entries[b]] = [entries[b]!, entries[a]!];
  };
  return {
    push(cost: number, face: number): void {
      let at = entries.push([cost, face]) - 1;
      for (let up = (at - 1) >> 1; at > 0 && entries[up]![0] > cost; up = (at - 1) >> 1) {
        swap(at, up);
        at = up;
      }
    },
    pop(): readonly [cost: number, face: number] | null {
      if (entries.length === 0) return null;
      swap(0, entries.length - 1);
      const top = entries.pop()!;
      for (let at = 0; ;) {
        let down = 2 * at + 1;
        if (down >= entries.length) return top;
        if (down + 1 < entries.length && entries[down + 1]![0] < entries[down]![0]) down++;
        if (entries[at]![0] <= entries[down]![0]) return top;
        swap(at, down);
        at = down;
      }
    },
  };
}
