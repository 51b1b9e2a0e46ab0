import type { Node, Primitive } from '@gltf-transform/core';
import { readFloats } from '../document/list-surfaces.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { toTriangleIndices } from '../document/triangle-indices.ts';

/** The triangle primitives of a node joined to one surface in the node's local space. */
export interface SourcePatches extends TriangleMesh {
  readonly patches: readonly { readonly primitive: Primitive; readonly indices: Uint32Array }[];
  /** First triangle of each patch. */
  readonly firsts: readonly number[];
}

/**
 * Joins the triangle primitives of a node; null if it draws no triangles. Vertices with equal positions stay separate.
 */
export function joinPatches(node: Node): SourcePatches | null {
  const patches: { primitive: Primitive; indices: Uint32Array }[] = [];
  for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
    const indices = primitive.getAttribute('POSITION') && toTriangleIndices(primitive);
    if (indices?.length) patches.push({ primitive, indices });
  }
  if (patches.length === 0) return null;

  const places = patches.map(({ primitive }) => readFloats(primitive, 'POSITION')!);
  const positions = new Float32Array(places.reduce((sum, { length }) => sum + length, 0));
  const indices = new Uint32Array(patches.reduce((sum, patch) => sum + patch.indices.length, 0));
  const firsts: number[] = [];
  let vertices = 0;
  let corners = 0;
  patches.forEach((patch, i) => {
    firsts.push(corners / 3);
    positions.set(places[i]!, vertices * 3);
    for (const vertex of patch.indices) indices[corners++] = vertices + vertex;
    vertices += places[i]!.length / 3;
  });
  return { patches, firsts, positions, indices };
}

/** Returns the index of the patch that a joined triangle belongs to. */
export function patchOf({ firsts }: SourcePatches, triangle: number): number {
  let patch = firsts.length - 1;
  while (firsts[patch]! > triangle) patch--;
  return patch;
}
