import type { Document, Mesh, Node, Primitive } from '@gltf-transform/core';
import { transformPosition } from '../maths/transform-vertices.ts';
import { countPrimitiveTriangles, toTriangleIndices } from './triangle-indices.ts';

/** A primitive that draws triangles, and the node that instances it. */
export interface Surface {
  readonly node: Node;
  readonly mesh: Mesh;
  readonly primitive: Primitive;
  /** A copy of the triangles, three vertex indices each. */
  readonly indices: Uint32Array<ArrayBuffer>;
}

/**
 * Lists all primitives of a document that draw triangles, in node order; a mesh that is instanced twice is listed
 * twice.
 */
export function listSurfaces(document: Document): Surface[] {
  const surfaces: Surface[] = [];
  for (const node of document.getRoot().listNodes()) {
    const mesh = node.getMesh();
    for (const primitive of mesh?.listPrimitives() ?? []) {
      if (!primitive.getAttribute('POSITION')) continue;
      const indices = toTriangleIndices(primitive);
      if (indices?.length) surfaces.push({ node, mesh: mesh!, primitive, indices });
    }
  }
  return surfaces;
}

/** Returns the number of triangles in the document; a mesh that is instanced twice counts twice. */
export function countTriangles(document: Document): number {
  let count = 0;
  for (const node of document.getRoot().listNodes()) {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      if (primitive.getAttribute('POSITION')) count += countPrimitiveTriangles(primitive);
    }
  }
  return count;
}

/** Copies an attribute as floats, normalized integers decoded. Returns null if the primitive does not have it. */
export function readFloats(primitive: Primitive, semantic: string): Float32Array<ArrayBuffer> | null {
  const accessor = primitive.getAttribute(semantic);
  if (!accessor) return null;
  const array = accessor.getArray()!;
  if (array instanceof Float32Array) return array.slice();

  const size = accessor.getElementSize();
  const floats = new Float32Array(array.length);
  const element: number[] = [];
  for (let i = 0; i < accessor.getCount(); i++) floats.set(accessor.getElement(i, element), i * size);
  return floats;
}

/** Returns the vertex positions of a surface in metres: world space, or the bind pose if it is skinned. */
export function readPositions({ node, primitive }: Surface): Float32Array {
  const positions = readFloats(primitive, 'POSITION')!;
  if (node.getSkin()) return positions;
  const world = node.getWorldMatrix();
  if (world.every((value, i) => value === (i % 5 === 0 ? 1 : 0))) return positions;
  for (let at = 0; at < positions.length; at += 3) transformPosition(positions, at, world);
  return positions;
}
