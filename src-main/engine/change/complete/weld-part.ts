import { MeshoptSimplifier } from 'meshoptimizer';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';

/**
 * Welds the vertices of a mesh by position: triangles use the first vertex at each position. Degenerate and duplicate
 * triangles are removed. Vertices keep their indices.
 */
export async function weldPart(joined: TriangleMesh): Promise<TriangleMesh> {
  await MeshoptSimplifier.ready;
  const same = MeshoptSimplifier.generatePositionRemap(joined.positions, 3);
  const corners: number[] = [];
  const known = new Map<number, number[]>();
  const count = joined.positions.length / 3;
  for (let at = 0; at < joined.indices.length; at += 3) {
    const [a, b, c] = [same[joined.indices[at]!]!, same[joined.indices[at + 1]!]!, same[joined.indices[at + 2]!]!];
    if (a === b || b === c || c === a) continue;
    const min = Math.min(a, b, c);
    const max = Math.max(a, b, c);
    const middles = known.get(min * count + max) ?? [];
    const middle = a + b + c - min - max;
    if (middles.includes(middle)) continue;
    known.set(min * count + max, [...middles, middle]);
    corners.push(a, b, c);
  }
  return { positions: joined.positions, indices: Uint32Array.from(corners) };
}
