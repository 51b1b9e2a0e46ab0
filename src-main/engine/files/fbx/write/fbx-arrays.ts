import type { Material } from '@gltf-transform/core';
import { NO_CORNER, type FlatMesh, type FlatPrimitive } from '../../../base/document/flat-mesh.ts';
import type { FbxPoints } from './fbx-points.ts';
import type { FbxPreset } from './fbx-presets.ts';
import { forEachFace } from '../../materials/model-surfaces.ts';
import { linearToSrgb } from '../../materials/portable-images.ts';
import { toTextureUvs } from '../../materials/texture-uvs.ts';

/** The arrays of one FBX geometry, with all primitives concatenated. */
export interface FbxArrays {
  /** xyz per point, in the preset's axes and unit; vertices with the same position share one (see `toFbxPoints`). */
  readonly positions: Float64Array;
  /** Point of each corner of each face, the last one of a face as −index − 1, which ends a polygon in FBX. */
  readonly polygons: Int32Array;
  /** Index of the UV and colour of each corner. */
  readonly corners: Int32Array;
  readonly normals: Float64Array;
  /** Index of the normal of each corner; the same array as `corners` if every vertex has its own. */
  readonly normalIndices: Int32Array;
  /** UV per vertex, origin bottom left. */
  readonly uvs: Float64Array | null;
  /** sRGB with linear alpha per vertex. */
  readonly colors: Float64Array | null;
  /** An index into `materials` for each face. */
  readonly materials: Int32Array;
}

/**
 * Joins primitives whose vertices are welded to `points`. Attributes that only some of them have are filled: flat
 * normals per face, UV 0, white. Deterministic, linear time, no object per element.
 */
export function toFbxArrays(
  { primitives }: FlatMesh,
  { positions, pointOf }: FbxPoints,
  preset: FbxPreset,
  materials: readonly (Material | null)[],
): FbxArrays {
  const vertexCount = sum(primitives, ({ positions }) => positions.length / 3);
  const cornerCount = sum(primitives, countCorners);
  const hasUvs = primitives.some(({ uvs }) => uvs);
  const hasColors = primitives.some(({ colors }) => colors);
  const hasNormals = primitives.every(({ normals }) => normals);

  const corners = new Int32Array(cornerCount);
  const arrays: FbxArrays = {
    positions: new Float64Array(positions.length),
    corners,
    polygons: new Int32Array(cornerCount),
    normals: new Float64Array(3 * sum(primitives, (p) => (p.normals ? p.normals.length / 3 : countFaces(p)))),
    normalIndices: hasNormals ? corners : new Int32Array(cornerCount),
    uvs: hasUvs ? new Float64Array(vertexCount * 2) : null,
    colors: hasColors ? new Float64Array(vertexCount * 4).fill(1) : null,
    materials: new Int32Array(sum(primitives, countFaces)),
  };

  copyVectors(positions, arrays.positions, 0, preset.isZUp, preset.unitsPerMetre);
  const start = { vertex: 0, corner: 0, face: 0, normal: 0 };
  for (const primitive of primitives) {
    const { normals, colors } = primitive;
    if (normals) copyVectors(normals, arrays.normals, 3 * start.normal, preset.isZUp, 1);
    if (arrays.uvs) copyUvs(toTextureUvs(primitive), arrays.uvs, 2 * start.vertex);
    if (arrays.colors && colors) copyColors(colors, arrays.colors, 4 * start.vertex);
    const material = materials.indexOf(primitive.material);
    arrays.materials.fill(material, start.face, start.face + countFaces(primitive));

    copyFaces(primitive, arrays, pointOf, start, preset);
    start.vertex += primitive.positions.length / 3;
    start.corner += countCorners(primitive);
    start.face += countFaces(primitive);
    start.normal += normals ? normals.length / 3 : countFaces(primitive);
  }
  return arrays;
}

function copyFaces(
  primitive: FlatPrimitive,
  { corners, polygons, normals, normalIndices }: FbxArrays,
  pointOf: Int32Array,
  start: { readonly vertex: number; readonly corner: number; readonly normal: number },
  preset: FbxPreset,
): void {
  let to = start.corner;
  const addCorner = (vertex: number): void => {
    corners[to] = vertex;
    polygons[to++] = pointOf[vertex]!;
  };
  forEachFace(primitive, (a, b, c, d) => {
    addCorner(a + start.vertex);
    addCorner(b + start.vertex);
    addCorner(c + start.vertex);
    if (d !== NO_CORNER) addCorner(d + start.vertex);
    polygons[to - 1] = -polygons[to - 1]! - 1;
  });

  if (primitive.normals) {
    if (normalIndices === corners) return;
    const shift = start.normal - start.vertex;
    for (let i = start.corner; i < to; i++) normalIndices[i] = corners[i]! + shift;
    return;
  }
  let normal = start.normal;
  let corner = start.corner;
  const flat = new Float32Array(3);
  forEachFace(primitive, (a, b, c, d) => {
    setFaceNormal(primitive.positions, a, b, c, d, flat);
    copyVectors(flat, normals, 3 * normal, preset.isZUp, 1);
    const end = corner + (d === NO_CORNER ? 3 : 4);
    normalIndices.fill(normal++, corner, end);
    corner = end;
  });
}

/**
 * Sets a face's unit normal, by the cross product of the diagonals (a triangle's fourth corner is its first); +Y for a
 * face without area.
 */
function setFaceNormal(
  positions: Float32Array,
  a: number,
  b: number,
  c: number,
  d: number,
  normal: Float32Array,
): void {
  const last = d === NO_CORNER ? a : d;
  const edge = (from: number, to: number, axis: number): number =>
    positions[3 * to + axis]! - positions[3 * from + axis]!;
  const x = edge(a, c, 1) * edge(b, last, 2) - edge(a, c, 2) * edge(b, last, 1);
  const y = edge(a, c, 2) * edge(b, last, 0) - edge(a, c, 0) * edge(b, last, 2);
  const z = edge(a, c, 0) * edge(b, last, 1) - edge(a, c, 1) * edge(b, last, 0);
  const length = Math.hypot(x, y, z);
  normal.set(length > 0 ? [x / length, y / length, z / length] : [0, 1, 0]);
}

/**
 * Copies vectors, rounded to single precision: a factor of 100 would add noise to the doubles that does not compress.
 */
function copyVectors(from: Float32Array, to: Float64Array, at: number, isZUp: boolean, scale: number): void {
  for (let i = 0; i < from.length; i += 3) {
    const y = from[i + 1]! * scale;
    const z = from[i + 2]! * scale;
    to[at + i] = Math.fround(from[i]! * scale);
    to[at + i + 1] = Math.fround(isZUp ? -z : y);
    to[at + i + 2] = Math.fround(isZUp ? y : z);
  }
}

function copyUvs(from: Float32Array | null, to: Float64Array, at: number): void {
  if (!from) return;
  for (let i = 0; i < from.length; i += 2) {
    to[at + i] = from[i]!;
    to[at + i + 1] = Math.fround(1 - from[i + 1]!);
  }
}

function copyColors(from: Float32Array, to: Float64Array, at: number): void {
  for (let i = 0; i < from.length; i++) to[at + i] = i % 4 === 3 ? from[i]! : linearToSrgb(from[i]!);
}

function countFaces({ indices, quads }: FlatPrimitive): number {
  return quads ? quads.length / 4 : indices.length / 3;
}

function countCorners({ indices, quads }: FlatPrimitive): number {
  if (!quads) return indices.length;
  let count = quads.length;
  for (let i = 3; i < quads.length; i += 4) if (quads[i] === NO_CORNER) count--;
  return count;
}

function sum(primitives: readonly FlatPrimitive[], count: (primitive: FlatPrimitive) => number): number {
  return primitives.reduce((total, primitive) => total + count(primitive), 0);
}
