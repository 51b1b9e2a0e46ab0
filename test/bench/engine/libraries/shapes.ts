import { Document, NodeIO } from '@gltf-transform/core';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';

/** A closed sphere of radius 1 with about `triangles` triangles. */
export function makeSphere(triangles: number): TriangleMesh {
  const rings = Math.max(3, Math.round(Math.sqrt(triangles / 4)));
  const segments = 2 * rings;
  const positions = [0, 1, 0];
  const indices: number[] = [];
  const at = (ring: number, segment: number): number => 1 + (ring - 1) * segments + (segment % segments);
  const last = 1 + (rings - 1) * segments;
  for (let ring = 1; ring < rings; ring++) {
    const polar = (ring / rings) * Math.PI;
    for (let segment = 0; segment < segments; segment++) {
      const turn = (segment / segments) * 2 * Math.PI;
      positions.push(Math.sin(polar) * Math.cos(turn), Math.cos(polar), -Math.sin(polar) * Math.sin(turn));
      const [a, b] = [at(ring, segment), at(ring, segment + 1)];
      if (ring === 1) indices.push(0, a, b);
      if (ring === rings - 1) indices.push(a, last, b);
      else {
        const [c, d] = [at(ring + 1, segment), at(ring + 1, segment + 1)];
        indices.push(a, c, b, b, c, d);
      }
    }
  }
  positions.push(0, -1, 0);
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A closed torus of radii 1 and 0.35 with about `triangles` triangles. */
export function makeTorus(triangles: number): TriangleMesh {
  const around = Math.max(6, Math.round(Math.sqrt(triangles / 6)));
  const along = 3 * around;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < along; i++) {
    const u = (i / along) * 2 * Math.PI;
    for (let k = 0; k < around; k++) {
      const v = (k / around) * 2 * Math.PI;
      const radius = 1 + 0.35 * Math.cos(v);
      positions.push(radius * Math.cos(u), 0.35 * Math.sin(v), -radius * Math.sin(u));
      const [a, b] = [i * around + k, i * around + ((k + 1) % around)];
      const [c, d] = [((i + 1) % along) * around + k, ((i + 1) % along) * around + ((k + 1) % around)];
      indices.push(a, c, b, b, c, d);
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Two meshes as one, the second moved. */
export function joinMoved(first: TriangleMesh, second: TriangleMesh, shift: readonly number[]): TriangleMesh {
  const count = first.positions.length / 3;
  return {
    positions: Float32Array.from([...first.positions, ...second.positions.map((value, i) => value + shift[i % 3]!)]),
    indices: Uint32Array.from([...first.indices, ...second.indices.map((vertex) => vertex + count)]),
  };
}

/** A document with one part of plain material. */
export function toDocument({ positions, indices }: TriangleMesh): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3', array: Float32Array | Uint32Array) =>
    document.createAccessor().setBuffer(buffer).setType(type).setArray(array.slice());
  const primitive = document
    .createPrimitive()
    .setMaterial(document.createMaterial('clay').setMetallicFactor(0))
    .setIndices(accessor('SCALAR', indices))
    .setAttribute('POSITION', accessor('VEC3', positions));
  const mesh = document.createMesh('part').addPrimitive(primitive);
  document.createScene().addChild(document.createNode('part').setMesh(mesh));
  return document;
}

/** The same as a GLB. */
export function toPlainGlb(mesh: TriangleMesh): Promise<Uint8Array> {
  return new NodeIO().writeBinary(toDocument(mesh));
}
