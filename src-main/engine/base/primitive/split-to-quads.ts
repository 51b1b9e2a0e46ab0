import type { Document, Primitive } from '@gltf-transform/core';
import { NO_CORNER } from '../document/flat-mesh.ts';
import { listSurfaces } from '../document/list-surfaces.ts';
import { rebuildPrimitive } from './rebuild-primitive.ts';
import { decodeQuads } from '../document/triangle-indices.ts';

/**
 * Splits every polygon of a document whose triangles were paired (`pairQuads`) at its centre and the midpoints of its
 * edges, in place: a quad becomes four, a triangle three, so only quads remain. Attributes, skin and morph targets are
 * interpolated, neighbours keep their shared edges. Returns the number of quads. This is the topology of Catmull and
 * Clark (1978) without its smoothing: placing the new vertices is up to the caller.
 */
export function splitToQuads(document: Document): number {
  let quads = 0;
  for (const { primitive, indices } of listSurfaces(document)) quads += splitPrimitive(primitive, decodeQuads(indices));
  return quads;
}

function splitPrimitive(primitive: Primitive, polygons: Uint32Array): number {
  const count = primitive.getAttribute('POSITION')!.getCount();
  const from = Array.from({ length: count }, (_, vertex) => vertex);
  const to = from.slice();
  const middles = new Map<number, number>();
  const middleOf = (a: number, b: number): number => {
    const key = Math.min(a, b) * count + Math.max(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    to.push(b);
    const middle = from.push(a) - 1;
    middles.set(key, middle);
    return middle;
  };

  // A quad's centre is the midpoint of its diagonal; a triangle's is two thirds from a corner to the opposite midpoint.
  const outlines: number[][] = [];
  const centres: number[] = [];
  const thirds: [centre: number, corner: number, middle: number][] = [];
  for (let at = 0; at < polygons.length; at += 4) {
    const corners = [...polygons.subarray(at, at + 4)].filter((corner) => corner !== NO_CORNER);
    const outline = corners.flatMap((corner, i) => [corner, middleOf(corner, corners[(i + 1) % corners.length]!)]);
    to.push(corners[2]!);
    const centre = from.push(corners[0]!) - 1;
    if (corners.length === 3) thirds.push([centre, corners[0]!, outline[3]!]);
    outlines.push(outline);
    centres.push(centre);
  }
  const share = from.map((vertex, i) => (vertex === to[i] ? 0 : 0.5));
  rebuildPrimitive(primitive, { from, to, share }, new Uint32Array(0));

  const triangles: number[] = [];
  outlines.forEach((outline, i) => writeQuads(outline, centres[i]!, triangles));
  const own = Array.from(from, (_, vertex) => vertex);
  const second = own.slice();
  const shares = new Float32Array(own.length);
  for (const [centre, corner, middle] of thirds) {
    own[centre] = corner;
    second[centre] = middle;
    shares[centre] = 2 / 3;
  }
  rebuildPrimitive(primitive, { from: own, to: second, share: shares }, Uint32Array.from(triangles));
  return triangles.length / 6;
}

/**
 * Writes two triangles a quad as FB_ngon_encoding defines it: both begin at one corner, the next quad at another one.
 */
function writeQuads(outline: readonly number[], centre: number, triangles: number[]): void {
  for (let i = 0; i < outline.length; i += 2) {
    const middle = outline[i + 1]!;
    const before = outline[(i + outline.length - 1) % outline.length]!;
    const corner = outline[i]!;
    if (triangles.at(-3) === corner) triangles.push(centre, before, corner, centre, corner, middle);
    else triangles.push(corner, middle, centre, corner, centre, before);
  }
}
