import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';

/** A piece of less than this share of the largest one's volume is a speck: a cube of 2 % of its size. */
const MIN_SHARE = 1e-5;

/**
 * A closed mesh without the pieces that enclose next to nothing, such as the two-faced slivers that edge collapse leaves
 * of a stray cell, nor their vertices. O(triangles).
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

  // Measured from a vertex of the piece itself, so that far away from the origin no digits are lost.
  const volumes = new Float64Array(parents.length);
  for (let t = 0; t < indices.length; t += 3) {
    const root = rootOf(indices[t]!);
    volumes[root]! += sixfoldVolume(positions, root, indices[t]!, indices[t + 1]!, indices[t + 2]!);
  }
  const least = MIN_SHARE * volumes.reduce((most, volume) => Math.max(most, volume), 0);
  const kept = indices.filter((_, i) => volumes[rootOf(indices[i - (i % 3)]!)]! > least);
  return kept.length === indices.length ? mesh : compact(positions, kept);
}

/** Six times the volume of the tetrahedron between a vertex and a triangle, positive if that faces away. */
function sixfoldVolume(positions: Float32Array, from: number, a: number, b: number, c: number): number {
  const at = (vertex: number, k: number): number => positions[3 * vertex + k]! - positions[3 * from + k]!;
  return (
    at(a, 0) * (at(b, 1) * at(c, 2) - at(b, 2) * at(c, 1)) -
    at(a, 1) * (at(b, 0) * at(c, 2) - at(b, 2) * at(c, 0)) +
    at(a, 2) * (at(b, 0) * at(c, 1) - at(b, 1) * at(c, 0))
  );
}

/** Only the vertices that triangles use, in their order of use. */
function compact(positions: Float32Array, indices: Uint32Array): TriangleMesh {
  const places = new Map<number, number>();
  const renumbered = indices.map((vertex) => {
    const place = places.get(vertex) ?? places.size;
    places.set(vertex, place);
    return place;
  });
  const used = new Float32Array(3 * places.size);
  for (const [vertex, place] of places) used.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * place);
  return { positions: used, indices: renumbered };
}
