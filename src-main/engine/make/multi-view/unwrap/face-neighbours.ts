import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';

/**
 * Returns the three neighbours of every triangle of a closed mesh in the order of its edges: entry 3t + k shares the
 * edge from corner k to the next. −1: none. O(triangles).
 */
export function findFaceNeighbours({ positions, indices }: TriangleMesh): Int32Array {
  const count = positions.length / 3;
  const edges = new Map<number, number>();
  const neighbours = new Int32Array(indices.length).fill(-1);
  const next = (i: number): number => (i % 3 === 2 ? i - 2 : i + 1);
  indices.forEach((from, i) => edges.set(from * count + indices[next(i)]!, i));
  indices.forEach((from, i) => {
    const twin = edges.get(indices[next(i)]! * count + from);
    if (twin !== undefined) neighbours[i] = Math.floor(twin / 3);
  });
  return neighbours;
}
