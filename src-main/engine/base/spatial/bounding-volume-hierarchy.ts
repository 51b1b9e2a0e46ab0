import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** A binary tree of boxes over triangles; node 0 is the root. */
export interface BoundingVolumeHierarchy {
  /** Per node: minimum x, y, z, maximum x, y, z. */
  readonly boxes: Float64Array;
  /** Per node: its first child, the second follows it; for a leaf −1 − its first index in `order`. */
  readonly children: Int32Array;
  /** Per node: the number of its triangles. */
  readonly counts: Uint32Array;
  /** Triangles; those of a leaf are contiguous. */
  readonly order: Uint32Array;
}

const LEAF = 4;

/**
 * Builds the tree by splitting at the midpoint of the centroids' longest axis, or at the median if that separates
 * nothing. O(n log n).
 */
export function buildBoundingVolumeHierarchy({ positions, indices }: TriangleMesh): BoundingVolumeHierarchy {
  const count = indices.length / 3;
  const order = Uint32Array.from({ length: count }, (_, triangle) => triangle);
  const bounds = new Float64Array(count * 6);
  for (let triangle = 0; triangle < count; triangle++) {
    for (let k = 0; k < 3; k++) {
      const a = positions[indices[triangle * 3]! * 3 + k]!;
      const b = positions[indices[triangle * 3 + 1]! * 3 + k]!;
      const c = positions[indices[triangle * 3 + 2]! * 3 + k]!;
      bounds[triangle * 6 + k] = Math.min(a, b, c);
      bounds[triangle * 6 + 3 + k] = Math.max(a, b, c);
    }
  }

  const boxes = new Float64Array(Math.max(1, 2 * count) * 6);
  const children = new Int32Array(Math.max(1, 2 * count));
  const counts = new Uint32Array(children.length);
  const waiting = [0, 0, count];
  let nodes = 1;
  while (waiting.length > 0) {
    const end = waiting.pop()!;
    const first = waiting.pop()!;
    const node = waiting.pop()!;
    counts[node] = end - first;
    const [axis, middle] = measure(node, first, end);
    if (end - first <= LEAF) {
      children[node] = -1 - first;
      continue;
    }
    const split = partition(first, end, axis, middle);
    children[node] = nodes;
    waiting.push(nodes, first, split, nodes + 1, split, end);
    nodes += 2;
  }
  return { boxes, children, counts, order };

  /** Writes the node's box; returns the longest axis of its centroids and its midpoint, both doubled. */
  function measure(node: number, first: number, end: number): readonly [axis: number, middle: number] {
    const at = node * 6;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let k = 0; k < 3; k++) {
      boxes[at + k] = Infinity;
      boxes[at + 3 + k] = -Infinity;
    }
    for (let i = first; i < end; i++) {
      const own = order[i]! * 6;
      for (let k = 0; k < 3; k++) {
        const least = bounds[own + k]!;
        const greatest = bounds[own + 3 + k]!;
        if (least < boxes[at + k]!) boxes[at + k] = least;
        if (greatest > boxes[at + 3 + k]!) boxes[at + 3 + k] = greatest;
        if (least + greatest < low[k]!) low[k] = least + greatest;
        if (least + greatest > high[k]!) high[k] = least + greatest;
      }
    }
    const sides = high.map((value, k) => value - low[k]!);
    const axis = sides.indexOf(Math.max(...sides));
    return [axis, (low[axis]! + high[axis]!) / 2];
  }

  function partition(first: number, end: number, axis: number, middle: number): number {
    let split = first;
    for (let i = first; i < end; i++) {
      const triangle = order[i]!;
      if (bounds[triangle * 6 + axis]! + bounds[triangle * 6 + 3 + axis]! >= middle) continue;
      order[i] = order[split]!;
      order[split++] = triangle;
    }
    return split === first || split === end ? (first + end) >> 1 : split;
  }
}
