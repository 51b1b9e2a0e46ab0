import type { mat4 } from '@gltf-transform/core';
import { LINEAR_OF_BYTE } from '../../../base/color/srgb.ts';
import { checkCorners, damagedModel } from '../../import/import-limits.ts';
import { determinantMat4, transformNormals, transformPoints } from '../../../base/maths/matrix.ts';
import { toCornerLayer, toPointLayer, type CornerLayer, type PolygonMesh } from '../../polygons/polygon-mesh.ts';
import { growingIntegers } from '../../import/growing-array.ts';
import { flipFaces } from '../../polygons/flip-faces.ts';
import { findChild, findFloats, findNumbers, findText, type FbxElement, type FbxNumbers } from './fbx-element.ts';

/** Maximum number of UV sets. */
const MAX_UV_SETS = 4;

/** The face corners of a geometry, as layers index them. */
interface Corners {
  readonly faceSizes: Uint32Array;
  /** Point of each corner. */
  readonly points: Uint32Array;
  readonly pointCount: number;
}

/** Returns the names of a geometry's UV sets, in the order of `toFbxPolygons`. */
export function listUvSets(geometry: FbxElement): string[] {
  return listLayers(geometry, 'LayerElementUV')
    .slice(0, MAX_UV_SETS)
    .map((layer) => findText(layer, 'Name') ?? '');
}

/**
 * Converts a geometry's polygons, transformed by `matrix` to glTF's space, with normals, all UV sets, the first vertex
 * colours (sRGB in the file) and the materials of its faces; layers by corner, point, face or for all, direct or
 * indexed. Returns null if it has no faces.
 */
export function toFbxPolygons(name: string, geometry: FbxElement, matrix: Readonly<mat4>): PolygonMesh | null {
  const points = findFloats(geometry, 'Vertices');
  const polygons = findNumbers(geometry, 'PolygonVertexIndex');
  if (!points || !polygons || polygons.length === 0) return null;
  transformPoints(points, matrix);
  const corners = readCorners(polygons, Math.floor(points.length / 3));

  const normals = readLayer(findChild(geometry, 'LayerElementNormal'), corners, 3, 'Normals', 'NormalsIndex');
  if (normals) transformNormals(normals.values, matrix);
  const uvs: CornerLayer[] = [];
  for (const element of listLayers(geometry, 'LayerElementUV').slice(0, MAX_UV_SETS)) {
    const layer = readLayer(element, corners, 2, 'UV', 'UVIndex');
    if (!layer) continue;
    // FBX's v begins at the bottom.
    for (let i = 1; i < layer.values.length; i += 2) layer.values[i] = 1 - layer.values[i]!;
    uvs.push(layer);
  }
  const colors = readLayer(findChild(geometry, 'LayerElementColor'), corners, 4, 'Colors', 'ColorIndex');
  if (colors) toLinear(colors.values);
  const { faceSizes, points: ofCorners } = corners;
  const faceMaterials = readFaceMaterials(findChild(geometry, 'LayerElementMaterial'), faceSizes.length);
  const mesh = { name, points, faceSizes, corners: ofCorners, normals, uvs, colors, faceMaterials, influences: null };
  return determinantMat4(matrix) < 0 ? flipFaces(mesh) : mesh;
}

function listLayers(geometry: FbxElement, name: string): FbxElement[] {
  return geometry.children.filter((child) => child.name === name);
}

/** Reads the corners of all faces. The last corner of each face is stored as its ones' complement. */
function readCorners(polygons: FbxNumbers, pointCount: number): Corners {
  checkCorners(polygons.length);
  const points = new Uint32Array(polygons.length);
  const faceSizes = growingIntegers();
  let size = 0;
  for (let i = 0; i < polygons.length; i++) {
    const value = polygons[i]!;
    const point = value < 0 ? -value - 1 : value;
    if (!(point < pointCount)) throw damagedModel('model-damage.missing-point');
    points[i] = point;
    size++;
    if (value < 0) {
      faceSizes.push(size);
      size = 0;
    }
  }
  if (size > 0) faceSizes.push(size);
  return { faceSizes: faceSizes.finish(), points, pointCount };
}

function listFaces({ faceSizes, points }: Corners): Uint32Array {
  const faces = new Uint32Array(points.length);
  let at = 0;
  for (let face = 0; face < faceSizes.length; face++) faces.fill(face, at, (at += faceSizes[face]!));
  return faces;
}

/**
 * Reads a layer per corner. Returns null if there is none, or if it is per edge, which glTF does not support. Missing
 * values are zero.
 */
function readLayer(
  element: FbxElement | null,
  corners: Corners,
  size: 2 | 3 | 4,
  valuesName: string,
  indexName: string,
): CornerLayer | null {
  const mapping = element && (findText(element, 'MappingInformationType') ?? '');
  const placeOf = mapping === null ? null : findPlacement(mapping, corners);
  const stored = element && placeOf && findFloats(element, valuesName);
  if (!element || !placeOf || !stored) return null;
  const reference = findText(element, 'ReferenceInformationType') ?? 'Direct';
  const index = reference === 'Direct' ? null : findNumbers(element, indexName);
  if (!index && isPerPoint(mapping)) return toPointLayer(size, stored, corners.pointCount, corners.points);
  return toCornerLayer(size, stored, corners.points.length, (corner) => {
    const place = placeOf(corner);
    return index ? (index[place] ?? -1) : place;
  });
}

function isPerPoint(mapping: string | null): boolean {
  return mapping === 'ByVertice' || mapping === 'ByVertex' || mapping === 'ByControlPoint';
}

function findPlacement(mapping: string, corners: Corners): ((corner: number) => number) | null {
  if (isPerPoint(mapping)) return (corner) => corners.points[corner]!;
  switch (mapping) {
    case 'ByPolygonVertex':
      return (corner) => corner;
    case 'ByPolygon': {
      const faces = listFaces(corners);
      return (corner) => faces[corner]!;
    }
    case 'AllSame':
      return () => 0;
    default:
      return null;
  }
}

function readFaceMaterials(element: FbxElement | null, faces: number): Uint32Array | null {
  const stored = element && findNumbers(element, 'Materials');
  if (!element || !stored) return null;
  const isOne = findText(element, 'MappingInformationType') !== 'ByPolygon';
  const materials = new Uint32Array(faces);
  for (let face = 0; face < faces; face++) materials[face] = Math.max(0, stored[isOne ? 0 : face] ?? 0);
  return materials;
}

function toLinear(colors: Float32Array): void {
  for (let i = 0; i < colors.length; i++) {
    const value = Math.min(1, Math.max(0, colors[i]!));
    if (i % 4 < 3) colors[i] = LINEAR_OF_BYTE[Math.round(value * 255)] ?? 0;
  }
}
