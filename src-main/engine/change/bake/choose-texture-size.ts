import type { Document, Texture } from '@gltf-transform/core';
import { listSurfaces } from '../../base/document/list-surfaces.ts';
import { readTextureSize } from '../../base/document/texture-size.ts';

const MIN_SIZE = 512;
const DEFAULT_SIZE = 1024;

/**
 * Default maximum edge of baked textures, in texels. Four textures of 2048² take about 5 s to bake from another
 * surface, of 1024² about 1.5 s.
 */
export const MAX_BAKED_SIZE = 2048;

/**
 * Returns the edge of a square texture with as many texels as the base colours of a document's surfaces have together,
 * rounded up to a power of two, 512 to `largest`; 1024 if there are none.
 */
export function chooseTextureSize(document: Document, largest = MAX_BAKED_SIZE): number {
  const textures = new Set<Texture>();
  for (const { primitive } of listSurfaces(document)) {
    const texture = primitive.getMaterial()?.getBaseColorTexture();
    if (texture) textures.add(texture);
  }
  let texels = 0;
  for (const texture of textures) {
    const [width, height] = readTextureSize(texture) ?? [0, 0];
    texels += width * height;
  }
  if (texels === 0) return DEFAULT_SIZE;
  return Math.min(largest, Math.max(MIN_SIZE, 2 ** Math.ceil(Math.log2(Math.sqrt(texels)))));
}
