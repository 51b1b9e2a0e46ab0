import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';

/** A piece of less than this share of the largest volume is a speck: a cube of 2 % of its edge. */
const MIN_SHARE = 1e-5;

/**
 * Removes the pieces of a closed mesh that enclose almost no volume, such as the two-faced slivers that edge collapse
 * makes of a stray cell, and their vertices. O(triangles).
 */
export function dropSmallVolumes(mesh: TriangleMesh): TriangleMesh {
  const { positions, indices } = mesh;
  const parents = Int32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  const rootOf = (vertex: number): number => {
    let root = vertex;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  for (let t = 0; t < indices.length; t += 3) {
    const root = rootOf(indices[t]!);
    parents[rootOf(indices[t + 1]!)] = root;
    parents[rootOf(indices[t + 2]!)] = root;
  }

  // Relative to a vertex of the piece, so that no precision is lost far from the origin.
  const volumes = new Float64Array(parents.length);
  for (let t = 0; t < indices.length; t += 3) {
    const root = rootOf(indices[t]!);
    volumes[root]! += sixfoldVolume(positions, root, indices[t]!, indices[t + 1]!, indices[t + 2]!);
  }
  const minVolume = MIN_SHARE * volumes.reduce((max, volume) => Math.max(max, volume), 0);
  const kept = indices.filter((_, i) => volumes[rootOf(indices[i - (i % 3)]!)]! > minVolume);
  return kept.length === indices.length ? mesh : compact(positions, kept);
}

/** Returns six times the volume of the tetrahedron of a vertex and a triangle, positive if the triangle faces away. */
function sixfoldVolume(positions: Float32Array, from: number, a: number, b: number, c: number): number {
  const at = (vertex: number, k: number): number => positions[3 * vertex + k]! - positions[3 * from + k]!;
  return (
    at(a, 0) * (at(b, 1) * at(c, 2) - at(b, 2) * at(c, 1)) -
    at(a, 1) * (at(b, 0) * at(c, 2) - at(b, 2) * at(c, 0)) +
    at(a, 2) * (at(b, 0) * at(c, 1) - at(b, 1) * at(c, 0))
  );
}

/** Keeps only the vertices that triangles use, in order of use. */
function compact(positions: Float32Array, indices: Uint32Array): TriangleMesh {
  const newIndices = new Map<number, number>();
  const renumbered = indices.map((vertex) => {
    const index = newIndices.get(vertex) ?? newIndices.size;
    newIndices.set(vertex, index);
    return index;
  });
  const used = new Float32Array(3 * newIndices.size);
  for (const [vertex, index] of newIndices) used.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * index);
  return { positions: used, indices: renumbered };
}
