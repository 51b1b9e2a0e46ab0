import type { Primitive } from '@gltf-transform/core';
import { readFloats } from '../document/list-surfaces.ts';
import { rebuildPrimitive } from './rebuild-primitive.ts';

/** An axis-aligned plane; the side at or above `offset` along `axis` (0 x, 1 y, 2 z) is kept. */
export interface ClipPlane {
  readonly axis: 0 | 1 | 2;
  /** Metres; a 32-bit float, so that a vertex can be on the plane exactly. */
  readonly offset: number;
}

/** Growing lists of new vertices, and the triangles and cut edges between them. */
interface Pieces {
  readonly from: number[];
  readonly to: number[];
  readonly share: number[];
  readonly triangles: number[];
  readonly edges: number[];
}

/**
 * Cuts a primitive along a plane, in place. Attributes are interpolated; winding is kept. Returns the cut edges: pairs
 * of vertex indices of the kept side, in the direction of their triangle. O(triangles).
 *
 * Both sides of a seam are cut at exactly the same point, because a cut point depends only on the two positions, in the
 * order from the kept to the removed one. Degenerate triangles are dropped, so that after welding by position the rest
 * is as closed as before except for the cut edges.
 */
export function clipPrimitive(primitive: Primitive, triangles: Uint32Array, { axis, offset }: ClipPlane): Uint32Array {
  const positions = readFloats(primitive, 'POSITION')!;
  const count = positions.length / 3;
  const heights = Float64Array.from({ length: count }, (_, vertex) => positions[vertex * 3 + axis]! - offset);
  const places = new Map<number, number>();
  const pieces: Pieces = { from: [], to: [], share: [], triangles: [], edges: [] };

  const keep = (vertex: number): number => addVertex(pieces, places, vertex, vertex, vertex, 0);
  const cut = (kept: number, removed: number): number => {
    const share = heights[kept]! / (heights[kept]! - heights[removed]!);
    return addVertex(pieces, places, count + kept * count + removed, kept, removed, share);
  };
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!];
    const above = corners.filter((corner) => heights[corner]! >= 0).length;
    if (above === 3) pieces.triangles.push(...corners.map(keep));
    if (above === 0 || above === 3) continue;

    // a: the single corner on its side of the plane.
    const turn = corners.findIndex((corner) => heights[corner]! >= 0 === (above === 1));
    const [a, b, c] = [corners[turn]!, corners[(turn + 1) % 3]!, corners[(turn + 2) % 3]!];
    if (above === 1) {
      const [ab, ac] = [cut(a, b), cut(a, c)];
      pieces.triangles.push(keep(a), ab, ac);
      pieces.edges.push(ab, ac);
    } else {
      const [ba, ca] = [cut(b, a), cut(c, a)];
      pieces.triangles.push(keep(b), keep(c), ca, keep(b), ca, ba);
      pieces.edges.push(ca, ba);
    }
  }
  return replace(primitive, pieces, { axis, offset });
}

function addVertex(
  pieces: Pieces,
  places: Map<number, number>,
  key: number,
  from: number,
  to: number,
  share: number,
): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  const place = pieces.from.push(from) - 1;
  pieces.to.push(to);
  pieces.share.push(share);
  places.set(key, place);
  return place;
}

function replace(primitive: Primitive, pieces: Pieces, { axis, offset }: ClipPlane): Uint32Array {
  rebuildPrimitive(primitive, pieces, Uint32Array.from(pieces.triangles));
  const accessor = primitive.getAttribute('POSITION')!;
  const positions = accessor.getArray() as Float32Array<ArrayBuffer>;
  for (const vertex of pieces.edges) positions[vertex * 3 + axis] = offset;
  accessor.setArray(positions);

  const isSame = (a: number, b: number): boolean =>
    positions[a * 3] === positions[b * 3] &&
    positions[a * 3 + 1] === positions[b * 3 + 1] &&
    positions[a * 3 + 2] === positions[b * 3 + 2];
  const solid: number[] = [];
  for (let i = 0; i < pieces.triangles.length; i += 3) {
    const [a, b, c] = [pieces.triangles[i]!, pieces.triangles[i + 1]!, pieces.triangles[i + 2]!];
    if (!isSame(a, b) && !isSame(b, c) && !isSame(c, a)) solid.push(a, b, c);
  }
  const used = Uint32Array.from(solid);
  const indices = primitive.getIndices()!;
  indices.setArray(pieces.from.length < 0xffff ? Uint16Array.from(used) : used);

  const edges: number[] = [];
  for (let i = 0; i < pieces.edges.length; i += 2) {
    const [a, b] = [pieces.edges[i]!, pieces.edges[i + 1]!];
    if (!isSame(a, b)) edges.push(a, b);
  }
  return Uint32Array.from(edges);
}
