import type { Document, Primitive } from '@gltf-transform/core';
import { clipPrimitive } from '../../base/primitive/clip-primitive.ts';
import { dropEmpty } from '../../base/document/drop-empty.ts';
import { listSurfaces, readFloats } from '../../base/document/list-surfaces.ts';
import { rebuildPrimitive } from '../../base/primitive/rebuild-primitive.ts';
import { worldBox } from '../../base/document/world-box.ts';

/**
 * Cuts away the −x half, in place, at the middle of the model's bounding box. Returns the plane's x in metres (null for
 * a model without triangles). Needs a frozen scene; the half is open along the plane until `mirrorHalf` closes it.
 *
 * The interface does not define side and plane; here: the +x half stays, the plane halves the bounding box.
 */
export function keepHalf(document: Document): number | null {
  const box = worldBox(document);
  if (!box) return null;
  const offset = Math.fround((box.min[0] + box.max[0]) / 2);
  const surfaces = listSurfaces(document);
  for (const { primitive, indices } of surfaces) {
    clipPrimitive(primitive, indices, { axis: 0, offset });
    dropWall(primitive, offset);
  }
  for (const mesh of new Set(surfaces.map((surface) => surface.mesh))) dropEmpty(mesh);
  return offset;
}

/** Removes faces in the plane, which would become a wall inside the mirrored model. */
function dropWall(primitive: Primitive, offset: number): void {
  const positions = primitive.getAttribute('POSITION')!.getArray()!;
  const indices = primitive.getIndices()!;
  const remaining: number[] = [];
  const old = indices.getArray()!;
  for (let i = 0; i < old.length; i += 3) {
    const corners = [old[i]!, old[i + 1]!, old[i + 2]!];
    if (corners.some((corner) => positions[corner * 3] !== offset)) remaining.push(...corners);
  }
  indices.setArray(old instanceof Uint16Array ? Uint16Array.from(remaining) : Uint32Array.from(remaining));
}

/**
 * Adds the mirror image of everything at the plane x = `offset` (metres), in place, with reversed winding: the half
 * left by `keepHalf` becomes whole and, if it was closed before, closed.
 *
 * Both halves share the vertices on the plane whose normal lies in it; elsewhere a crease stays a crease, at the same
 * position. Uvs and colours are those of the +x half. O(vertices).
 */
export function mirrorHalf(document: Document, offset: number): void {
  for (const { primitive, indices } of listSurfaces(document)) mirrorPrimitive(primitive, indices, offset);
}

function mirrorPrimitive(primitive: Primitive, triangles: Uint32Array, offset: number): void {
  const positions = readFloats(primitive, 'POSITION')!;
  const normals = readFloats(primitive, 'NORMAL');
  const hasTangents = primitive.getAttribute('TANGENT') !== null;
  const count = positions.length / 3;
  const isOnPlane = (vertex: number): boolean => positions[vertex * 3] === offset;
  const isShared = (vertex: number): boolean =>
    isOnPlane(vertex) && !hasTangents && Math.abs(normals?.[vertex * 3] ?? 0) < 1e-4;

  const from = Array.from({ length: count }, (_, vertex) => vertex);
  const images = from.map((vertex) => (isShared(vertex) ? vertex : from.push(vertex) - 1));
  const mirrored = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    mirrored[i] = images[triangles[i]!]!;
    mirrored[i + 1] = images[triangles[i + 2]!]!;
    mirrored[i + 2] = images[triangles[i + 1]!]!;
  }
  rebuildPrimitive(primitive, { from }, joinIndices(triangles, mirrored));

  flip(primitive, 'POSITION', count, (array, at) => (array[at] = 2 * offset - array[at]!));
  flip(primitive, 'NORMAL', count, (array, at) => (array[at] = -array[at]!));
  flip(primitive, 'TANGENT', count, (array, at) => {
    array[at] = -array[at]!;
    array[at + 3] = -array[at + 3]!;
  });
}

function flip(primitive: Primitive, semantic: string, first: number, turn: (array: Float32Array, at: number) => void) {
  const accessor = primitive.getAttribute(semantic);
  const array = accessor && readFloats(primitive, semantic);
  if (!accessor || !array) return;
  const size = accessor.getElementSize();
  for (let at = first * size; at < array.length; at += size) turn(array, at);
  accessor.setNormalized(false).setArray(array);
}

function joinIndices(a: Uint32Array, b: Uint32Array): Uint32Array {
  const joined = new Uint32Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
