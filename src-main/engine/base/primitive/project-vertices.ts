import { readFloats } from '../document/list-surfaces.ts';
import { createSurfacePoint, type SurfaceTree } from '../spatial/surface-tree.ts';
import type { Primitive } from '@gltf-transform/core';
import type { SourcePatches } from './joined-patches.ts';

/**
 * Moves a primitive's vertices to the nearest point of a surface in the same space, in place. Vertices with equal
 * positions stay together.
 */
export function projectVertices(primitive: Primitive, source: SourcePatches, tree: SurfaceTree): void {
  const positions = readFloats(primitive, 'POSITION')!;
  const hit = createSurfacePoint();
  for (let at = 0; at < positions.length; at += 3) {
    tree.nearest(positions[at]!, positions[at + 1]!, positions[at + 2]!, hit);
    if (hit.triangle < 0) continue;
    const [a, b, c] = [0, 1, 2].map((k) => source.indices[hit.triangle * 3 + k]! * 3) as [number, number, number];
    for (let k = 0; k < 3; k++) {
      positions[at + k] =
        hit.a * source.positions[a + k]! + hit.b * source.positions[b + k]! + hit.c * source.positions[c + k]!;
    }
  }
  const accessor = primitive.getAttribute('POSITION')!;
  primitive.setAttribute('POSITION', accessor.clone().setArray(positions));
}
