import type { Primitive } from '@gltf-transform/core';
import { NO_CORNER } from './flat-mesh.ts';

const TRIANGLES = 4;
const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;

/**
 * Returns a copy of a primitive's triangles, three vertex indices each, wound as glTF 2.0 (3.7.2.1) defines for lists,
 * strips and fans. Indices are generated if the file has none. Degenerate triangles of a strip (two equal corners) and
 * a list's incomplete last triangle are left out. Returns null for points and lines.
 */
export function toTriangleIndices(primitive: Primitive): Uint32Array<ArrayBuffer> | null {
  const mode = primitive.getMode();
  if (mode !== TRIANGLES && mode !== TRIANGLE_STRIP && mode !== TRIANGLE_FAN) return null;

  const vertexCount = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const listed = primitive.getIndices()?.getArray();
  // Not `from`, which iterates a typed array value by value.
  const corners = listed ? new Uint32Array(listed) : Uint32Array.from({ length: vertexCount }, (_, i) => i);
  if (mode === TRIANGLES) return corners.subarray(0, corners.length - (corners.length % 3));

  const triangles: number[] = [];
  for (let i = 0; i + 2 < corners.length; i++) {
    const odd = i % 2;
    const [a, b, c] =
      mode === TRIANGLE_FAN
        ? [corners[i + 1]!, corners[i + 2]!, corners[0]!]
        : [corners[i]!, corners[i + 1 + odd]!, corners[i + 2 - odd]!];
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  return Uint32Array.from(triangles);
}

/** Returns the number of triangles `toTriangleIndices` would return, 0 for points and lines. Does not copy lists. */
export function countPrimitiveTriangles(primitive: Primitive): number {
  if (primitive.getMode() !== TRIANGLES) return (toTriangleIndices(primitive)?.length ?? 0) / 3;
  const corners = (primitive.getIndices() ?? primitive.getAttribute('POSITION'))?.getCount() ?? 0;
  return Math.floor(corners / 3);
}

/**
 * Decodes polygons from triangles by the convention of FB_ngon_encoding: two consecutive triangles (a,b,c), (a,c,d)
 * with the same first corner form the quad (a,b,c,d). Returns four indices per polygon; a single triangle ends in
 * `NO_CORNER`.
 */
export function decodeQuads(triangles: Uint32Array): Uint32Array {
  const polygons = new Uint32Array((triangles.length / 3) * 4);
  let used = 0;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const isQuad = triangles[i + 3] === triangles[i] && triangles[i + 4] === triangles[i + 2];
    polygons.set(triangles.subarray(i, i + 3), used);
    polygons[used + 3] = isQuad ? triangles[i + 5]! : NO_CORNER;
    used += 4;
    if (isQuad) i += 3;
  }
  return polygons.slice(0, used);
}

/** Flips the winding of triangles in place and keeps each one's first corner. */
export function flipTriangles(triangles: Uint32Array): void {
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const second = triangles[i + 1]!;
    triangles[i + 1] = triangles[i + 2]!;
    triangles[i + 2] = second;
  }
}

/** Flips the winding of quads (as returned by `decodeQuads`) in place and keeps each one's first corner. */
export function flipQuads(quads: Uint32Array): void {
  for (let i = 0; i + 3 < quads.length; i += 4) {
    const last = quads[i + 3] === NO_CORNER ? i + 2 : i + 3;
    const second = quads[i + 1]!;
    quads[i + 1] = quads[last]!;
    quads[last] = second;
  }
}
