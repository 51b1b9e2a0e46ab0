import type { TriangleMesh } from '../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { distanceToTriangle } from './distance-to-triangle.ts';

/** Answers how far a point is from the nearest triangle. */
export type NearestDistance = (x: number, y: number, z: number) => number;

/** Triangles in a leaf. */
const LEAF = 8;

/**
 * Sorts a mesh's triangles into a tree of boxes, halved at the median of the widest axis. Building is
 * O(n log² n), a question about O(log n). The mesh must have a triangle.
 */
export function createTriangleTree({ positions, indices }: TriangleMesh): NearestDistance {
  const count = indices.length / 3;
  const centers = new Float64Array(3 * count);
  for (let i = 0; i < indices.length; i++) {
    for (let k = 0; k < 3; k++) centers[3 * Math.floor(i / 3) + k]! += positions[3 * indices[i]! + k]! / 3;
  }
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  // A box is six numbers; the children of a node lie at 2n + 1 and 2n + 2, as in a heap.
  const boxes: number[] = [];
  build(0, 0, count);

  return (x, y, z) => Math.sqrt(search(0, 0, count, x, y, z, Infinity));

  function build(node: number, from: number, to: number): void {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let i = from; i < to; i++) {
      for (let corner = 3 * order[i]!; corner < 3 * order[i]! + 3; corner++) {
        for (let k = 0; k < 3; k++) {
          const value = positions[3 * indices[corner]! + k]!;
          box[k] = Math.min(box[k]!, value);
          box[3 + k] = Math.max(box[3 + k]!, value);
        }
      }
    }
    for (let k = 0; k < 6; k++) boxes[6 * node + k] = box[k]!;
    if (to - from <= LEAF) return;
    const widths = [0, 1, 2].map((k) => box[3 + k]! - box[k]!);
    const axis = widths.indexOf(Math.max(...widths));
    order.subarray(from, to).sort((a, b) => centers[3 * a + axis]! - centers[3 * b + axis]!);
    const middle = (from + to) >> 1;
    build(2 * node + 1, from, middle);
    build(2 * node + 2, middle, to);
  }

  /** The smaller of `best` and the squared distance to the triangles of a node. */
  function search(node: number, from: number, to: number, x: number, y: number, z: number, best: number): number {
    if (to - from <= LEAF) {
      for (let i = from; i < to; i++) {
        best = Math.min(best, distanceToTriangle(positions, indices, 3 * order[i]!, x, y, z));
      }
      return best;
    }
    const middle = (from + to) >> 1;
    const left = outside(2 * node + 1, x, y, z);
    const right = outside(2 * node + 2, x, y, z);
    if (left <= right) {
      if (left < best) best = search(2 * node + 1, from, middle, x, y, z, best);
      if (right < best) best = search(2 * node + 2, middle, to, x, y, z, best);
    } else {
      if (right < best) best = search(2 * node + 2, middle, to, x, y, z, best);
      if (left < best) best = search(2 * node + 1, from, middle, x, y, z, best);
    }
    return best;
  }

  /** The squared distance to a node's box, 0 inside. */
  function outside(node: number, x: number, y: number, z: number): number {
    const at = 6 * node;
    const dx = Math.max(boxes[at]! - x, 0, x - boxes[at + 3]!);
    const dy = Math.max(boxes[at + 1]! - y, 0, y - boxes[at + 4]!);
    const dz = Math.max(boxes[at + 2]! - z, 0, z - boxes[at + 5]!);
    return dx * dx + dy * dy + dz * dz;
  }
}
