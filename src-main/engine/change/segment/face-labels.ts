import type { FaceGraph } from './face-graph.ts';

/** The region of each triangle, 0 to `count` − 1. */
export interface FaceLabels {
  readonly labels: Int32Array;
  readonly count: number;
}

/**
 * Labels the connected regions of a graph in the order of their first triangles. Neighbours belong to the same region
 * if `joins` returns true; by default all do. O(n).
 */
export function labelFaces(
  { neighbours }: Pick<FaceGraph, 'neighbours'>,
  joins: (face: number, neighbour: number) => boolean = () => true,
): FaceLabels {
  const labels = new Int32Array(neighbours.length / 3).fill(-1);
  let count = 0;
  for (let start = 0; start < labels.length; start++) {
    if (labels[start] !== -1) continue;
    labels[start] = count;
    const stack = [start];
    while (stack.length > 0) {
      const face = stack.pop()!;
      for (let k = 0; k < 3; k++) {
        const next = neighbours[face * 3 + k]!;
        if (next < 0 || labels[next] !== -1 || !joins(face, next)) continue;
        labels[next] = count;
        stack.push(next);
      }
    }
    count++;
  }
  return { labels, count };
}

/** Returns the area of each region. */
export function measureRegions({ areas }: Pick<FaceGraph, 'areas'>, { labels, count }: FaceLabels): Float64Array {
  const sums = new Float64Array(count);
  labels.forEach((label, face) => (sums[label]! += areas[face]!));
  return sums;
}

/** Renumbers regions without gaps, in the order of their first triangles. */
export function renumber(labels: Int32Array): FaceLabels {
  const numbers = new Map<number, number>();
  const dense = labels.map((label) => {
    const number = numbers.get(label) ?? numbers.size;
    numbers.set(label, number);
    return number;
  });
  return { labels: dense, count: numbers.size };
}
