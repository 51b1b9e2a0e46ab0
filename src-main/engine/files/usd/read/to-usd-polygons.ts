import type { mat4 } from '@gltf-transform/core';
import { checkCorners, damagedModel } from '../../import/import-limits.ts';
import { determinantMat4, transformNormals, transformPoints } from '../../../base/maths/matrix.ts';
import { toCornerLayer, toPointLayer, type CornerLayer, type PolygonMesh } from '../../polygons/polygon-mesh.ts';
import { toSmoothNormals } from '../../polygons/smooth-normals.ts';
import { flipFaces } from '../../polygons/flip-faces.ts';
import { isNumbers, LONG_ARRAY, type UsdAttribute, type UsdNumbers } from './usd-layer.ts';
import type { StagePrim } from './usd-stage.ts';

/** Maximum number of UV sets. */
const MAX_UV_SETS = 4;

/** A mesh of USD, and the names of its UV sets. */
export interface UsdPolygons {
  readonly mesh: PolygonMesh;
  readonly uvSets: readonly string[];
}

/** Face indices of each part of a mesh, from its subsets. */
export type FaceParts = readonly ArrayLike<number>[];

/**
 * Converts a Mesh prim's polygons, transformed by `matrix`, with normals, UV sets and `displayColor` of any
 * interpolation; a subdivision surface without normals gets smooth ones. Faces of `parts[i]` have the material `i + 1`.
 * Returns null if it has no faces.
 */
export function toUsdPolygons(prim: StagePrim, matrix: Readonly<mat4>, parts: FaceParts): UsdPolygons | null {
  const points = toFloats(numbersOf(prim, 'points'));
  const counts = numbersOf(prim, 'faceVertexCounts');
  for (let face = 0; face < counts.length; face++) counts[face] = Math.max(0, counts[face]!);
  const sizes = toIntegers(counts);
  const corners = toIntegers(numbersOf(prim, 'faceVertexIndices'));
  if (corners.length === 0 || points.length < 9) return null;
  transformPoints(points, matrix);
  checkCorners(corners.length);
  checkFaces(sizes, corners);
  const places = createPlaces(Math.floor(points.length / 3), sizes, corners);

  const normalsPrimvar = prim.attributes.get('primvars:normals') ?? prim.attributes.get('normals');
  const normalsName = prim.attributes.has('primvars:normals') ? 'primvars:normals' : 'normals';
  let normals = normalsPrimvar ? readLayer(prim, normalsName, 3, places, 'vertex') : null;
  if (normals) transformNormals(normals.values, matrix);
  else if (prim.attributes.get('subdivisionScheme')?.read() !== 'none')
    normals = toSmoothNormals(points, sizes, corners);

  const uvSets: string[] = [];
  const uvs: CornerLayer[] = [];
  for (const name of listUvSets(prim)) {
    const layer = uvs.length < MAX_UV_SETS ? readLayer(prim, `primvars:${name}`, 2, places, 'constant') : null;
    if (!layer) continue;
    uvSets.push(name);
    uvs.push(layer);
  }
  // USD's v begins at the bottom.
  for (const { values } of uvs) for (let i = 1; i < values.length; i += 2) values[i] = 1 - values[i]!;
  const isLeftHanded = prim.attributes.get('orientation')?.read() === 'leftHanded';
  const mesh: PolygonMesh = {
    name: prim.name,
    points,
    faceSizes: sizes,
    corners,
    normals,
    uvs,
    colors: readColors(prim, places),
    faceMaterials: toFaceMaterials(parts, sizes.length),
    influences: null,
  };
  const isMirrored = determinantMat4(matrix) < 0;
  return { mesh: isLeftHanded !== isMirrored ? flipFaces(mesh) : mesh, uvSets };
}

/** Value index of each corner, for each interpolation. */
interface Places {
  /** Number of points. */
  readonly points: number;
  readonly corners: Uint32Array;
  /** Returns the face of each corner. */
  faces(): Uint32Array;
}

function checkFaces(sizes: Uint32Array, corners: Uint32Array): void {
  let total = 0;
  for (const size of sizes) total += size;
  if (total > corners.length) throw damagedModel('model-damage.face-corners');
}

function createPlaces(points: number, sizes: Uint32Array, corners: Uint32Array): Places {
  return {
    points,
    corners,
    faces() {
      const faces = new Uint32Array(corners.length);
      let at = 0;
      for (let face = 0; face < sizes.length; face++) faces.fill(face, at, (at += sizes[face]!));
      return faces;
    },
  };
}

/** Returns the numbers of an attribute, which the caller may change. */
function numbersOf(prim: StagePrim, name: string): UsdNumbers {
  const value = prim.attributes.get(name)?.read();
  // Short arrays are shared by all readers of the attribute.
  return isNumbers(value) ? (value.length < LONG_ARRAY ? value.slice() : value) : new Float64Array();
}

function toFloats(values: UsdNumbers): Float32Array {
  return values instanceof Float32Array ? values : Float32Array.from(values);
}

function toIntegers(values: UsdNumbers): Uint32Array {
  if (!(values instanceof Int32Array)) return Uint32Array.from(values);
  return new Uint32Array(values.buffer, values.byteOffset, values.length);
}

function listUvSets({ attributes }: StagePrim): string[] {
  const isUv = (name: string, { type }: UsdAttribute): boolean =>
    /^primvars:[^:]+$/.test(name) && /^(texCoord2[fdh]|float2|half2|double2)\[\]$/.test(type);
  const names = [...attributes].filter(([name, each]) => isUv(name, each));
  // `st` is the default UV set of materials.
  return names.map(([name]) => name.slice('primvars:'.length)).sort((a, b) => Number(b === 'st') - Number(a === 'st'));
}

function readLayer(prim: StagePrim, name: string, size: 2 | 3, places: Places, usual: string): CornerLayer | null {
  const values = numbersOf(prim, name);
  if (values.length < size) return null;
  const { corners } = places;
  const indexed = prim.attributes.get(`${name}:indices`)?.read();
  const index = isNumbers(indexed) ? indexed : null;
  const interpolation = prim.attributes.get(name)?.interpolation ?? usual;
  const isPerPoint = interpolation === 'vertex' || interpolation === 'varying';
  if (isPerPoint && !index) return toPointLayer(size, toFloats(values), places.points, corners);
  const faces = interpolation === 'uniform' ? places.faces() : null;
  const placeOf = (corner: number): number => {
    if (interpolation === 'faceVarying') return corner;
    if (isPerPoint) return corners[corner]!;
    return faces ? faces[corner]! : 0;
  };
  return toCornerLayer(size, toFloats(values), corners.length, (corner) => {
    const place = placeOf(corner);
    return index ? (index[place] ?? -1) : place;
  });
}

/** Reads colours and opacities as RGBA; a constant colour is handled by the material. */
function readColors(prim: StagePrim, places: Places): CornerLayer | null {
  const colors = readLayer(prim, 'primvars:displayColor', 3, places, 'constant');
  if (!colors || numbersOf(prim, 'primvars:displayColor').length <= 3) return null;
  const values = new Float32Array((colors.values.length / 3) * 4).fill(1);
  for (let i = 0; i * 3 < colors.values.length; i++) values.set(colors.values.subarray(i * 3, i * 3 + 3), i * 4);
  return { size: 4, values, indices: colors.indices };
}

function toFaceMaterials(parts: FaceParts, faces: number): Uint32Array | null {
  if (parts.length === 0) return null;
  const materials = new Uint32Array(faces);
  parts.forEach((part, i) => {
    for (let at = 0; at < part.length; at++) {
      const face = part[at]!;
      if (face >= 0 && face < faces) materials[face] = i + 1;
    }
  });
  return materials;
}
