import type { Document } from '@gltf-transform/core';
import { listSurfaces } from '../../base/document/list-surfaces.ts';

/** Light grey base colour, linear RGBA. */
const GREY = [0.58, 0.58, 0.58, 1] as const;
const ROUGHNESS = 0.8;

/**
 * Replaces all materials of a document with one plain material and removes vertex colours, in place. The new material
 * is double-sided if any of the old ones was.
 */
export function stripMaterials(document: Document): void {
  const surfaces = listSurfaces(document);
  const plain = document
    .createMaterial('plain')
    .setBaseColorFactor([...GREY])
    .setMetallicFactor(0)
    .setRoughnessFactor(ROUGHNESS)
    .setDoubleSided(surfaces.some(({ primitive }) => primitive.getMaterial()?.getDoubleSided()));
  for (const { primitive } of surfaces) primitive.setMaterial(plain).setAttribute('COLOR_0', null);
}
