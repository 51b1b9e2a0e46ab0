import type { FlatPrimitive } from './flat-mesh.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Joins primitives into one mesh by concatenating vertices and triangles; nothing is welded. */
export function joinPrimitives(primitives: readonly Pick<FlatPrimitive, 'positions' | 'indices'>[]): TriangleMesh {
  const positions = new Float32Array(primitives.reduce((sum, own) => sum + own.positions.length, 0));
  const indices = new Uint32Array(primitives.reduce((sum, own) => sum + own.indices.length, 0));
  let place = 0;
  let corner = 0;
  for (const own of primitives) {
    const first = place / 3;
    positions.set(own.positions, place);
    place += own.positions.length;
    for (const vertex of own.indices) indices[corner++] = first + vertex;
  }
  return { positions, indices };
}
