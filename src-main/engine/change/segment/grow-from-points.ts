import { createSurfacePoint, createSurfaceTree } from '../../base/spatial/surface-tree.ts';
import { bendAngle } from './bend-angle.ts';
import type { FaceGraph } from './face-graph.ts';
import type { FaceLabels } from './face-labels.ts';

/** What it costs to step over an edge: its length, more so for a bend (per radian) or a change of colour (per 1). */
const OUTWARD = 4;
const INWARD = 30;
const COLOR = 40;

/** A step that costs this many times its length is a wall: a region ends there. */
const WALL = 12;

type Point = readonly [x: number, y: number, z: number];

/**
 * One region around each point (metres), as far as neither a bend of about 20° inwards or 3 rad outwards nor a change
 * of colour stops it, and between two points up to where both are equally far; the last region is all the rest, if
 * there is any. `colors`: linear RGB per face. Dijkstra over faces from all points at once: O(n log n).
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
      const beside = neighbours[face * 3 + k]!;
      if (beside < 0) continue;
      const bend = bendAngle(graph, face, beside);
      const shade = distance(colors, face, beside);
      const factor = 1 + (bend < 0 ? -bend * INWARD : bend * OUTWARD) + shade * COLOR;
      if (factor > WALL) continue;
      const total = cost + factor * distance(centres, face, beside);
      if (total >= costs[beside]!) continue;
      costs[beside] = total;
      labels[beside] = labels[face]!;
      heap.push(total, beside);
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

/** A binary heap of [cost, face], least cost first. */
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
      const least = entries.pop()!;
      for (let at = 0; ;) {
        let down = 2 * at + 1;
        if (down >= entries.length) return least;
        if (down + 1 < entries.length && entries[down + 1]![0] < entries[down]![0]) down++;
        if (entries[at]![0] <= entries[down]![0]) return least;
        swap(at, down);
        at = down;
      }
    },
  };
}
