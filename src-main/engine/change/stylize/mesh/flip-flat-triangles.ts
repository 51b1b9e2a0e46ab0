import { doubleArea, type TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';

/** More rounds than this make nothing better: what is left flat then stays. */
const ROUNDS = 8;

/**
 * A closed mesh in which triangles of no area, as edge collapse leaves them on level ground, are gone: such a one has a
 * corner on its longest side, and gets its second corner from the triangle beyond that side. Doubled areas up to
 * `least` count as none. The surface stays where it is. O(triangles).
 */
export function flipFlatTriangles({ positions, indices }: TriangleMesh, least: number): TriangleMesh {
  const turned = indices.slice();
  const count = positions.length / 3;
  for (let round = 0; round < ROUNDS; round++) {
    const flat: number[] = [];
    for (let t = 0; t < turned.length; t += 3) if (!(doubleArea(positions, turned, t) > least)) flat.push(t);
    if (flat.length === 0) break;
    const edges = new Map<number, number>();
    turned.forEach((vertex, side) => edges.set(vertex * count + turned[nextOf(side)]!, side));
    const touched = new Set<number>();
    for (const t of flat) turn(t, edges, touched);
  }
  return { positions, indices: turned };

  function turn(t: number, edges: ReadonlyMap<number, number>, touched: Set<number>): void {
    const side = longestSide(t);
    const [a, b, c] = [turned[side]!, turned[nextOf(side)]!, turned[nextOf(nextOf(side))]!];
    const back = edges.get(b * count + a);
    if (back === undefined) return;
    const other = back - (back % 3);
    const d = turned[nextOf(nextOf(back))]!;
    // One change a round in each place, and never a second edge between the same corners.
    if (touched.has(t) || touched.has(other) || d === c) return;
    if (edges.has(c * count + d) || edges.has(d * count + c)) return;
    touched.add(t).add(other);
    turned.set([c, a, d], t);
    turned.set([b, c, d], other);
  }

  function longestSide(t: number): number {
    const length = (side: number): number => {
      const [a, b] = [turned[side]! * 3, turned[nextOf(side)]! * 3];
      return Math.hypot(...[0, 1, 2].map((k) => positions[a + k]! - positions[b + k]!));
    };
    return [t, t + 1, t + 2].reduce((best, side) => (length(side) > length(best) ? side : best));
  }
}

/** The side of the same triangle that comes after this one. */
function nextOf(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}
