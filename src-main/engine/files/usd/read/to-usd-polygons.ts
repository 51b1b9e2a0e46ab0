import type { mat4 } from '@gltf-transform/core';
import { checkCorners, damagedModel } from '../../import/import-limits.ts';
import { determinantMat4, transformNormals, transformPoints } from '../../../base/maths/matrix.ts';
import { toCornerLayer, type CornerLayer, type PolygonMesh } from '../../polygons/polygon-mesh.ts';
import { toSmoothNormals } from '../../polygons/smooth-normals.ts';
import { flipFaces } from '../../polygons/flip-faces.ts';
import type { UsdAttribute } from './usd-layer.ts';
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
  const points = Float32Array.from(numbersOf(prim, 'points'));
  const sizes = Uint32Array.from(numbersOf(prim, 'faceVertexCounts'), (size) => Math.max(0, size));
  const corners = Uint32Array.from(numbersOf(prim, 'faceVertexIndices'));
  if (corners.length === 0 || points.length < 9) return null;
  transformPoints(points, matrix);
  const places = countCorners(sizes, corners);

  const normalsPrimvar = prim.attributes.get('primvars:normals') ?? prim.attributes.get('normals');
  const normalsName = prim.attributes.has('primvars:normals') ? 'primvars:normals' : 'normals';
  let normals = normalsPrimvar ? readLayer(prim, normalsName, 3, places, 'vertex') : null;
  if (normals) transformNormals(normals.values, matrix);
  else if (prim.attributes.get('subdivisionScheme')?.read() !== 'none')
    normals = toSmoothNormals(points, sizes, corners);

  const uvSets = listUvSets(prim);
  const uvs = uvSets.map((name) => readLayer(prim, `primvars:${name}`, 2, places, 'constant')!);
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
  readonly corners: Uint32Array;
  /** Face of each corner. */
  readonly faces: Uint32Array;
}

function countCorners(sizes: Uint32Array, corners: Uint32Array): Places {
  checkCorners(corners.length);
  const faces = new Uint32Array(corners.length);
  let at = 0;
  sizes.forEach((size, face) => {
    if (at + size > corners.length) throw damagedModel('model-damage.face-corners');
    faces.fill(face, at, at + size);
    at += size;
  });
  return { corners, faces };
}

function numbersOf(prim: StagePrim, name: string): Float64Array {
  const value = prim.attributes.get(name)?.read();
  return value instanceof Float64Array ? value : new Float64Array();
}

function listUvSets({ attributes }: StagePrim): string[] {
  const isUv = (name: string, { type }: UsdAttribute): boolean =>
    /^primvars:[^:]+$/.test(name) && /^(texCoord2[fdh]|float2|half2|double2)\[\]$/.test(type);
  const names = [...attributes].filter(([name, each]) => isUv(name, each) && each.read() instanceof Float64Array);
  // `st` is the default UV set of materials.
  const sorted = names
    .map(([name]) => name.slice('primvars:'.length))
    .sort((a, b) => Number(b === 'st') - Number(a === 'st'));
  return sorted.slice(0, MAX_UV_SETS);
}

function readLayer(
  prim: StagePrim,
  name: string,
  size: 2 | 3,
  { corners, faces }: Places,
  usual: string,
): CornerLayer | null {
  const values = numbersOf(prim, name);
  if (values.length < size) return null;
  const indexed = prim.attributes.get(`${name}:indices`)?.read();
  const index = indexed instanceof Float64Array ? indexed : null;
  const interpolation = prim.attributes.get(name)?.interpolation ?? usual;
  const placeOf = (corner: number): number => {
    if (interpolation === 'faceVarying') return corner;
    if (interpolation === 'vertex' || interpolation === 'varying') return corners[corner]!;
    return interpolation === 'uniform' ? faces[corner]! : 0;
  };
  return toCornerLayer(size, values, corners.length, (corner) => {
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
