import type { Document } from '@gltf-transform/core';
import { toFlatMeshes } from './flat-meshes.ts';

/** An axis-aligned box in metres. */
export interface Box {
  readonly min: readonly [x: number, y: number, z: number];
  readonly max: readonly [x: number, y: number, z: number];
}

/**
 * Returns the bounding box of every vertex that a triangle uses, in world space, skinned meshes in rest pose; null if
 * there is none.
 */
export function worldBox(document: Document): Box | null {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { positions, indices } of toFlatMeshes(document).flatMap((mesh) => mesh.primitives)) {
    for (const vertex of indices) {
      for (let k = 0; k < 3; k++) {
        const value = positions[vertex * 3 + k]!;
        if (value < min[k]!) min[k] = value;
        if (value > max[k]!) max[k] = value;
      }
    }
  }
  return min[0] <= max[0] ? { min, max } : null;
}
