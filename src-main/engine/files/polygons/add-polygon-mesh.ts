import type { Buffer, Document, Material, Mesh } from '@gltf-transform/core';
import { chargeCorners, checkCorners, damagedModel } from '../import/import-limits.ts';
import type { CornerLayer, PolygonMesh } from './polygon-mesh.ts';
import { toUnitNormals } from './unit-normals.ts';
import { triangulate } from './triangulate.ts';
import { findUniqueRows, findUniqueVectors } from './unique-rows.ts';

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
 * become one vertex. Normals are normalized; without any the mesh has none, which glTF shades flat. Returns null if
 * there is no triangle. Throws `ModelError` for indices out of range, points that are not finite, and too many
 * triangles.
 */
export function addPolygonMesh(
  document: Document,
  mesh: PolygonMesh,
  materials: readonly (Material | null)[],
): Mesh | null {
  const pointCount = Math.max(mesh.corners.length, mesh.points.length / 3);
  chargeCorners(document, pointCount * (1 + (mesh.shapes?.length ?? 0)));
  checkMesh(mesh);
  const { corners: triangles, faces } = triangulate(mesh.points, mesh.faceSizes, mesh.corners);
  checkCorners(triangles.length);
  if (faces.length === 0) return null;

  const normals = mesh.normals && toUnitNormals(mesh.normals, mesh.points, mesh.corners, triangles);
  const uvs = mesh.uvs.map((layer) => ({ ...layer, values: layer.values.map((v) => (Number.isFinite(v) ? v : 0)) }));
  const colors = mesh.colors && { ...mesh.colors, values: mesh.colors.values.map(toShare) };
  const layers = [normals, ...uvs, colors].filter((layer) => layer !== null).map(shareEqual);
  const vertices = weld(mesh.corners, layers, triangles);

  const attributes: Attribute[] = [
    {
      semantic: 'POSITION',
      type: 'VEC3',
      values: mesh.points,
      of: (vertex) => mesh.corners[vertices.corner[vertex]!]!,
    },
    ...[...(normals ? ['NORMAL'] : []), ...uvs.map((_, i) => `TEXCOORD_${i}`), ...(colors ? ['COLOR_0'] : [])].map(
      (semantic, i): Attribute => {
        const { size, values, indices } = layers[i]!;
        return { semantic, type: `VEC${size}`, values, of: (vertex) => indices[vertices.corner[vertex]!]! };
      },
    ),
  ];
  if (mesh.influences) {
    const { joints, weights } = mesh.influences;
    const of = attributes[0]!.of;
    attributes.push({ semantic: 'JOINTS_0', type: 'VEC4', values: joints, of });
    attributes.push({ semantic: 'WEIGHTS_0', type: 'VEC4', values: weights, of });
  }
  return toMesh(document, mesh, attributes, vertices, faces, materials);
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

function toShare(value: number): number {
  return value >= 0 ? Math.min(1, value) : 0;
}

/** Returns the layer with equal values merged, so that equal corners are detected. */
function shareEqual(layer: CornerLayer): CornerLayer {
  const { ids, firsts } = findUniqueVectors(layer.values, layer.size);
  return { ...layer, indices: layer.indices.map((index) => firsts[ids[index]!]!) };
}

interface Welded {
  /** Vertex of each corner of each triangle. */
  readonly ids: Uint32Array;
  /** A corner of each vertex. */
  readonly corner: Uint32Array;
}

function weld(corners: Uint32Array, layers: readonly CornerLayer[], triangles: Uint32Array): Welded {
  const width = layers.length + 1;
  const table = new Uint32Array(triangles.length * width);
  triangles.forEach((corner, i) => {
    table[i * width] = corners[corner]!;
    for (let k = 0; k < layers.length; k++) table[i * width + k + 1] = layers[k]!.indices[corner]!;
  });
  const { ids, firsts } = findUniqueRows(table, width);
  return { ids, corner: firsts.map((row) => triangles[row]!) };
}

function toMesh(
  document: Document,
  { name, faceMaterials, shapes = [] }: PolygonMesh,
  attributes: readonly Attribute[],
  { ids, corner }: Welded,
  faces: Uint32Array,
  materials: readonly (Material | null)[],
): Mesh {
  const groups = new Map<number, number[]>();
  faces.forEach((face, triangle) => {
    // A face with a missing material uses the first, as programs display it.
    const index = faceMaterials?.[face] ?? 0;
    const material = index < materials.length ? index : 0;
    const group = groups.get(material);
    if (group) group.push(triangle);
    else groups.set(material, [triangle]);
  });

  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const mesh = document.createMesh(name);
  const places = new Int32Array(corner.length).fill(-1);
  for (const [material, triangles] of [...groups].sort(([a], [b]) => a - b)) {
    const used: number[] = [];
    const indices = new Uint32Array(triangles.length * 3);
    triangles.forEach((triangle, i) => {
      for (let k = 0; k < 3; k++) {
        const id = ids[triangle * 3 + k]!;
        if (places[id] === -1) places[id] = used.push(id) - 1;
        indices[i * 3 + k] = places[id]!;
      }
    });
    for (const id of used) places[id] = -1;
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

function gather({ type, values, of }: Attribute, vertices: readonly number[]): Float32Array | Uint16Array {
  const size = Number(type.slice(3));
  const gathered =
    values instanceof Uint16Array ? new Uint16Array(vertices.length * size) : new Float32Array(vertices.length * size);
  vertices.forEach((vertex, i) => {
    const from = of(vertex) * size;
    for (let k = 0; k < size; k++) gathered[i * size + k] = values[from + k]!;
  });
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
