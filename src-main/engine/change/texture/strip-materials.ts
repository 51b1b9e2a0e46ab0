import type { Document } from '@gltf-transform/core';
import { listSurfaces } from '../../base/document/list-surfaces.ts';

/** Linear light grey, as a model without a texture has it. */
const GREY = [0.58, 0.58, 0.58, 1] as const;
const ROUGHNESS = 0.8;

/** Takes colours and textures from a document's surfaces, in place: one plain material, two-sided where one was. */
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
