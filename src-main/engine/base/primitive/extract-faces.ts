import type { Primitive } from '@gltf-transform/core';
import { rebuildPrimitive } from './rebuild-primitive.ts';

/**
 * Returns a copy of a primitive with only these triangles (three vertex indices each) and the vertices they use, in the
 * order of first use; morph targets are included. The original primitive is unchanged.
 */
export function extractFaces(primitive: Primitive, triangles: ArrayLike<number>): Primitive {
  const places = new Map<number, number>();
  const indices = Uint32Array.from(triangles, (vertex) => {
    const place = places.get(vertex) ?? places.size;
    places.set(vertex, place);
    return place;
  });
  const cut = primitive.clone();
  for (const target of cut.listTargets()) cut.removeTarget(target).addTarget(target.clone());
  rebuildPrimitive(cut, { from: [...places.keys()] }, indices);
  return cut;
}
