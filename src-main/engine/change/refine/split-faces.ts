/** Triangles with some of their edges split. */
export interface SplitFaces {
  /** Vertex i lies between the old vertices `from[i]` and `to[i]`; for old vertices both are the vertex itself. */
  readonly from: number[];
  readonly to: number[];
  readonly triangles: Uint32Array;
}

/**
 * Splits every edge of a primitive's triangles for which `isSplit` is true at its midpoint: a triangle with three split
 * edges becomes four, with two three, with one two; winding stays. Triangles that share an edge's vertices share its
 * midpoint. `distance` decides along which diagonal a remaining quad is cut. O(triangles).
 */
export function splitFaces(
  indices: Uint32Array,
  count: number,
  isSplit: (v: number, w: number) => boolean,
  distance: (v: number, w: number) => number,
): SplitFaces {
  const from = Array.from({ length: count }, (_, vertex) => vertex);
  const to = from.slice();
  const middles = new Map<number, number>();
  const middleOf = (v: number, w: number): number => {
    const key = v < w ? v * count + w : w * count + v;
    let middle = middles.get(key);
    if (middle === undefined) {
      middle = from.length;
      middles.set(key, middle);
      from.push(Math.min(v, w));
      to.push(Math.max(v, w));
    }
    return middle;
  };

  const triangles: number[] = [];
  for (let first = 0; first < indices.length; first += 3) {
    const corners = [indices[first]!, indices[first + 1]!, indices[first + 2]!] as const;
    const split = [0, 1, 2].map((k) => isSplit(corners[k]!, corners[(k + 1) % 3]!));
    const number = split.filter(Boolean).length;
    // Rotated so that the first edge is split and, with two, the last is not.
    const turn = number === 2 ? (split.indexOf(false) + 1) % 3 : Math.max(0, split.indexOf(true));
    const [a, b, c] = [corners[turn]!, corners[(turn + 1) % 3]!, corners[(turn + 2) % 3]!];
    if (number === 0) {
      triangles.push(a, b, c);
      continue;
    }
    const ab = middleOf(a, b);
    if (number === 1) {
      triangles.push(a, ab, c, ab, b, c);
      continue;
    }
    const bc = middleOf(b, c);
    if (number === 3) {
      const ca = middleOf(c, a);
      triangles.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
      continue;
    }
    triangles.push(ab, b, bc);
    if (distance(a, bc) < distance(ab, c)) triangles.push(a, ab, bc, a, bc, c);
    else triangles.push(a, ab, c, ab, bc, c);
  }
  return { from, to, triangles: Uint32Array.from(triangles) };
}
