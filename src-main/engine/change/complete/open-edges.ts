import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';

/** Edges at which a surface is not closed. */
export interface OpenEdges {
  /** Vertex pairs of boundary edges, in the direction of their only triangle. */
  readonly open: readonly number[];
  /** Number of edges that two triangles use in the same direction: non-manifold edges or flipped triangles. */
  readonly clashes: number;
}

/** Finds edges that do not belong to exactly two triangles with opposite directions. O(triangles). */
export function findOpenEdges({ positions, indices }: TriangleMesh): OpenEdges {
  const count = positions.length / 3;
  const unmatched = new Set<number>();
  const seen = new Set<number>();
  let clashes = 0;
  for (let at = 0; at < indices.length; at++) {
    const from = indices[at]!;
    const to = indices[at % 3 === 2 ? at - 2 : at + 1]!;
    const key = from * count + to;
    if (seen.has(key)) clashes++;
    seen.add(key);
    if (!unmatched.delete(to * count + from)) unmatched.add(key);
  }
  return { open: [...unmatched].flatMap((key) => [Math.floor(key / count), key % count]), clashes };
}
