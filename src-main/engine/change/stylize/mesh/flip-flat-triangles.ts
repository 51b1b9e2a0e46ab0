import { doubleArea, type TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';

/** Maximum number of passes; further ones bring no improvement, so triangles that are still degenerate remain. */
const MAX_PASSES = 8;

/**
 * Removes degenerate triangles, which edge collapse leaves on flat areas, from a closed mesh: flips the longest side of
 * each with its neighbour. A triangle is degenerate if its doubled area is at most `maxDoubleArea`. The surface does
 * not change. O(triangles).
 */
export function flipFlatTriangles({ positions, indices }: TriangleMesh, maxDoubleArea: number): TriangleMesh {
  const flipped = indices.slice();
  const count = positions.length / 3;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const flat: number[] = [];
    for (let t = 0; t < flipped.length; t += 3) if (!(doubleArea(positions, flipped, t) > maxDoubleArea)) flat.push(t);
    if (flat.length === 0) break;
    const edges = new Map<number, number>();
    flipped.forEach((vertex, side) => edges.set(vertex * count + flipped[nextOf(side)]!, side));
    const touched = new Set<number>();
    for (const t of flat) flip(t, edges, touched);
  }
  return { positions, indices: flipped };

  function flip(t: number, edges: ReadonlyMap<number, number>, touched: Set<number>): void {
    const side = longestSide(t);
    const [a, b, c] = [flipped[side]!, flipped[nextOf(side)]!, flipped[nextOf(nextOf(side))]!];
    const back = edges.get(b * count + a);
    if (back === undefined) return;
    const other = back - (back % 3);
    const d = flipped[nextOf(nextOf(back))]!;
    // At most one flip per triangle and pass, and no second edge between the same vertices.
    if (touched.has(t) || touched.has(other) || d === c) return;
    if (edges.has(c * count + d) || edges.has(d * count + c)) return;
    touched.add(t).add(other);
    flipped.set([c, a, d], t);
    flipped.set([b, c, d], other);
  }

  function longestSide(t: number): number {
    const length = (side: number): number => {
      const [a, b] = [flipped[side]! * 3, flipped[nextOf(side)]! * 3];
      return Math.hypot(...[0, 1, 2].map((k) => positions[a + k]! - positions[b + k]!));
    };
    return [t, t + 1, t + 2].reduce((best, side) => (length(side) > length(best) ? side : best));
  }
}

/** Returns the next side of the same triangle. */
function nextOf(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}
