import type { Material, Texture, TextureInfo } from '@gltf-transform/core';
import { shrinkTexture } from '../../convert/convert-textures.ts';
import { decodeTexture } from '../../formats/images/decode-texture.ts';
import type { TextureImage } from '../../formats/images/encode-texture.ts';
import { createSampler, type Sampler } from '../../sample-texture.ts';

/** A sampler for every use of a texture. */
export type Samplers = ReadonlyMap<TextureInfo, Sampler>;

/**
 * The textures of materials, ready to be read; each image is decoded once and made at most `size` pixels long. Throws
 * `ModelError` `unsupported` for an image that cannot be decoded.
 */
export async function loadSamplers(materials: readonly (Material | null)[], size: number): Promise<Samplers> {
  const samplers = new Map<TextureInfo, Sampler>();
  const images = new Map<Texture, TextureImage>();
  const load = async (texture: Texture | null, info: TextureInfo | null): Promise<void> => {
    if (!texture || !info) return;
    const image = images.get(texture) ?? (await shrinkTexture(await decodeTexture(texture), size));
    images.set(texture, image);
    samplers.set(info, createSampler(image, info));
  };
  for (const material of materials) {
    if (!material) continue;
    await load(material.getBaseColorTexture(), material.getBaseColorTextureInfo());
    await load(material.getNormalTexture(), material.getNormalTextureInfo());
    await load(material.getMetallicRoughnessTexture(), material.getMetallicRoughnessTextureInfo());
    await load(material.getOcclusionTexture(), material.getOcclusionTextureInfo());
    await load(material.getEmissiveTexture(), material.getEmissiveTextureInfo());
  }
  return samplers;
}
