import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';

/** The edges at which a surface is not closed. */
export interface OpenEdges {
  /** Pairs of vertices, in the direction in which their one triangle runs along them. */
  readonly open: readonly number[];
  /** Edges along which two triangles run the same way: more than two meet there, or one is turned inside out. */
  readonly clashes: number;
}

/** Looks for edges that do not belong to two triangles running along them in opposite directions. O(triangles). */
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
