import { Document, Logger, type Primitive } from '@gltf-transform/core';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';

/** A box with 8 vertices and 12 triangles, counter-clockwise seen from outside. */
export function makeBox(
  [width, height, depth]: readonly [number, number, number],
  [x, y, z]: readonly [number, number, number] = [0, 0, 0],
): TriangleMesh {
  const positions = Float32Array.from({ length: 24 }, (_, i) => {
    const corner = Math.floor(i / 3);
    const side = [corner & 1, (corner >> 1) & 1, (corner >> 2) & 1][i % 3]! - 0.5;
    return side * [width, height, depth][i % 3]! + [x, y, z][i % 3]!;
  });
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return { positions, indices: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!])) };
}

/** The same surface with three vertices of its own for every triangle, each moved by up to `jitter`. */
export function explode({ positions, indices }: TriangleMesh, jitter = 0): TriangleMesh {
  return {
    positions: Float32Array.from({ length: indices.length * 3 }, (_, i) => {
      const vertex = indices[Math.floor(i / 3)]!;
      return positions[vertex * 3 + (i % 3)]! + jitter * Math.sin(i * 12.9898);
    }),
    indices: Uint32Array.from({ length: indices.length }, (_, i) => i),
  };
}

/** Several surfaces as one. */
export function join(...meshes: readonly TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    for (const value of mesh.positions) positions.push(value);
    for (const vertex of mesh.indices) indices.push(first + vertex);
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A document with one node for each surface; attributes by their names, as many numbers per vertex as they have. */
export function toDocument(
  meshes: readonly TriangleMesh[],
  attributes: Readonly<Record<string, (vertex: number, mesh: TriangleMesh) => readonly number[]>> = {},
): Document {
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  const buffer = document.createBuffer();
  const scene = document.createScene();
  document.getRoot().setDefaultScene(scene);
  const accessor = (size: number, array: Float32Array | Uint32Array) =>
    document
      .createAccessor()
      .setBuffer(buffer)
      .setType((['SCALAR', 'VEC2', 'VEC3', 'VEC4'] as const)[size - 1]!)
      .setArray(array.slice());
  meshes.forEach((mesh, i) => {
    const primitive = document
      .createPrimitive()
      .setIndices(accessor(1, mesh.indices))
      .setAttribute('POSITION', accessor(3, mesh.positions));
    for (const [semantic, read] of Object.entries(attributes)) {
      const rows = Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => read(vertex, mesh));
      primitive.setAttribute(semantic, accessor(rows[0]!.length, Float32Array.from(rows.flat())));
    }
    scene.addChild(document.createNode(`part ${i}`).setMesh(document.createMesh().addPrimitive(primitive)));
  });
  return document;
}

/** The only primitive of a document. */
export function onlyPrimitive(document: Document): Primitive {
  const [primitive, ...others] = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
  if (!primitive || others.length > 0) throw new Error('The document does not have exactly one primitive.');
  return primitive;
}

/** Volume that a surface encloses, in cubed units. */
export function measureVolume({ positions, indices }: TriangleMesh): number {
  let volume = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => positions.subarray(indices[at + corner]! * 3)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    volume += a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!);
    volume += a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!);
    volume += a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
  }
  return volume / 6;
}
