import type { Buffer, Document, Material, Mesh } from '@gltf-transform/core';
import {
  chargeCorners,
  chargeOthers,
  chargePartBytes,
  checkCorners,
  damagedModel,
  PART_BYTES,
} from '../import/import-limits.ts';
import { growingIntegers } from '../import/growing-array.ts';
import { groupByMaterial, type MaterialGroup } from './group-by-material.ts';
import { countUp, type PolygonMesh } from './polygon-mesh.ts';
import { toUnitNormals } from './unit-normals.ts';
import { triangulate } from './triangulate.ts';
import { weldCorners } from './weld-corners.ts';

const MAX_SHORT_INDEX = 65_534;

/** A glTF attribute under construction. */
interface Attribute {
  readonly semantic: string;
  readonly type: 'VEC2' | 'VEC3' | 'VEC4';
  readonly values: Float32Array | Uint16Array;
  /** Returns the index of a vertex's value. */
  readonly of: (vertex: number) => number;
}

/**
 * Adds polygons to a document as a triangle mesh, one primitive per material; corners that are equal in all attributes
 * become one vertex. Normals are normalized; without any the mesh has none, which glTF shades flat. May
 * change the values of layers, but neither points nor corners. Returns null if there is no triangle. Throws `ModelError` for indices out of
 * range, points that are not finite, and too many triangles.
 */
export function addPolygonMesh(
  document: Document,
  mesh: PolygonMesh,
  materials: readonly (Material | null)[],
): Mesh | null {
  const pointCount = Math.max(mesh.corners.length, mesh.points.length / 3);
  chargeCorners(document, pointCount);
  chargeOthers(document, pointCount * (mesh.shapes?.length ?? 0));
  checkMesh(mesh);
  const { corners: triangles, faces } = triangulate(mesh.points, mesh.faceSizes, mesh.corners);
  checkCorners(triangles.length);
  if (faces.length === 0) return null;

  const normals = mesh.normals && toUnitNormals(mesh.normals, mesh.points, mesh.corners, triangles);
  for (const { values } of mesh.uvs) toFinite(values);
  if (mesh.colors) toShares(mesh.colors.values);
  const layers = [normals, ...mesh.uvs, mesh.colors].filter((layer) => layer !== null);
  const vertices = weldCorners(mesh.corners, layers, triangles);

  const pointOf = (vertex: number): number => mesh.corners[vertices[vertex]!]!;
  const semantics = [
    ...(normals ? ['NORMAL'] : []),
    ...mesh.uvs.map((_, i) => `TEXCOORD_${i}`),
    ...(mesh.colors ? ['COLOR_0'] : []),
  ];
  const attributes: Attribute[] = [
    { semantic: 'POSITION', type: 'VEC3', values: mesh.points, of: pointOf },
    ...semantics.map((semantic, i): Attribute => {
      const { size, values, indices } = layers[i]!;
      return { semantic, type: `VEC${size}`, values, of: (vertex) => indices[vertices[vertex]!]! };
    }),
  ];
  if (mesh.influences) {
    const { joints, weights } = mesh.influences;
    attributes.push({ semantic: 'JOINTS_0', type: 'VEC4', values: joints, of: pointOf });
    attributes.push({ semantic: 'WEIGHTS_0', type: 'VEC4', values: weights, of: pointOf });
  }
  const groups = groupByMaterial(faces, mesh.faceMaterials, materials.length);
  const { node, mesh: each, primitive, accessor } = PART_BYTES;
  chargePartBytes(document, node + each + groups.length * (primitive + accessor));
  return toMesh(document, mesh, attributes, { ids: triangles, count: vertices.length }, groups, materials);
}

function checkMesh({ points, faceSizes, corners, normals, uvs, colors, faceMaterials, influences }: PolygonMesh): void {
  const pointCount = Math.floor(points.length / 3);
  for (const point of corners) if (point >= pointCount) throw damagedModel('model-damage.missing-point');
  for (const value of points) if (!Number.isFinite(value)) throw damagedModel('model-damage.point-coordinates');
  let total = 0;
  for (const size of faceSizes) total += size;
  const isWhole = total === corners.length && (faceMaterials === null || faceMaterials.length === faceSizes.length);
  if (!isWhole || (influences && influences.weights.length !== pointCount * 4)) {
    throw damagedModel('model-damage.face-corners');
  }
  for (const layer of [normals, ...uvs, colors]) {
    if (!layer) continue;
    const count = Math.floor(layer.values.length / layer.size);
    if (layer.indices.length !== corners.length) throw damagedModel('model-damage.attribute-lengths');
    for (const index of layer.indices) if (index >= count) throw damagedModel('model-damage.missing-corner-value');
  }
}

function toFinite(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) values[i] = 0;
}

function toShares(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) values[i] = values[i]! >= 0 ? Math.min(1, values[i]!) : 0;
}

interface Welded {
  /** Vertex of each corner of each triangle. */
  readonly ids: Uint32Array;
  /** Number of vertices. */
  readonly count: number;
}

function toMesh(
  document: Document,
  { name, shapes = [] }: PolygonMesh,
  attributes: readonly Attribute[],
  welded: Welded,
  groups: readonly MaterialGroup[],
  materials: readonly (Material | null)[],
): Mesh {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const mesh = document.createMesh(name);
  const places = groups.length > 1 ? new Int32Array(welded.count).fill(-1) : new Int32Array();
  for (const { material, triangles } of groups) {
    const { indices, used } = triangles ? toPart(welded.ids, triangles, places) : toWhole(welded);
    const primitive = document
      .createPrimitive()
      .setMaterial(materials[material] ?? null)
      .setIndices(createAccessor(document, buffer, 'SCALAR', toSmallest(indices, used.length)));
    for (const attribute of attributes) {
      primitive.setAttribute(
        attribute.semantic,
        createAccessor(document, buffer, attribute.type, gather(attribute, used)),
      );
    }
    for (const shape of shapes) {
      const moves = gather({ ...attributes[0]!, values: shape.offsets }, used);
      const target = document.createPrimitiveTarget(shape.name);
      primitive.addTarget(target.setAttribute('POSITION', createAccessor(document, buffer, 'VEC3', moves)));
    }
    mesh.addPrimitive(primitive);
  }
  if (shapes.length > 0) {
    mesh.setWeights(shapes.map(({ weight }) => weight)).setExtras({ targetNames: shapes.map((shape) => shape.name) });
  }
  return mesh;
}

/** The vertices of a primitive and its indices into them. */
interface Part {
  readonly indices: Uint32Array;
  readonly used: Uint32Array;
}

function toWhole({ ids, count }: Welded): Part {
  const isExact = ids.byteLength === ids.buffer.byteLength;
  return { indices: isExact ? ids : ids.slice(), used: countUp(count) };
}

/** `places`: −1 for each vertex, before and afterwards. */
function toPart(ids: Uint32Array, triangles: Uint32Array, places: Int32Array): Part {
  const used = growingIntegers();
  const indices = new Uint32Array(triangles.length * 3);
  for (let i = 0; i < triangles.length; i++) {
    for (let k = 0; k < 3; k++) {
      const id = ids[triangles[i]! * 3 + k]!;
      if (places[id] === -1) {
        places[id] = used.length;
        used.push(id);
      }
      indices[i * 3 + k] = places[id]!;
    }
  }
  const vertices = used.finish();
  for (const id of vertices) places[id] = -1;
  return { indices, used: vertices };
}

function gather({ type, values, of }: Attribute, vertices: Uint32Array): Float32Array | Uint16Array {
  const size = Number(type.slice(3));
  const gathered =
    values instanceof Uint16Array ? new Uint16Array(vertices.length * size) : new Float32Array(vertices.length * size);
  for (let i = 0; i < vertices.length; i++) {
    const from = of(vertices[i]!) * size;
    for (let k = 0; k < size; k++) gathered[i * size + k] = values[from + k]!;
  }
  return gathered;
}

function toSmallest(indices: Uint32Array, vertices: number): Uint32Array | Uint16Array {
  return vertices <= MAX_SHORT_INDEX ? Uint16Array.from(indices) : indices;
}

function createAccessor(
  document: Document,
  buffer: Buffer,
  type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4',
  array: Float32Array | Uint16Array | Uint32Array,
) {
  return document
    .createAccessor()
    .setType(type)
    .setArray(array as Float32Array<ArrayBuffer>)
    .setBuffer(buffer);
}
