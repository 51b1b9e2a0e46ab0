import type { Material, Texture, TextureInfo } from '@gltf-transform/core';
import { decodeTexture } from '../../files/images/decode-texture.ts';
import type { TextureImage } from '../../base/texture/texture-image.ts';
import { createTextureSampler, type TextureSampler } from './texture-sampler.ts';

/** Samplers by texture use; uses that show an image in the same way share one. */
export type TextureSamplers = ReadonlyMap<TextureInfo, TextureSampler>;

/**
 * Loads the textures of materials as samplers. Each image is decoded once and scaled down to at most `size` pixels: if
 * it were larger than the target, fine lines would be aliased. Throws `ModelError` `unsupported` for an image that
 * cannot be decoded.
 */
export async function loadTextureSamplers(
  materials: readonly (Material | null)[],
  size: number,
): Promise<TextureSamplers> {
  const samplers = new Map<TextureInfo, TextureSampler>();
  const images = new Map<Texture, TextureImage>();
  const known = new Map<Texture, Map<string, TextureSampler>>();
  for (const material of materials) {
    const slots = [
      [material?.getBaseColorTexture(), material?.getBaseColorTextureInfo()],
      [material?.getNormalTexture(), material?.getNormalTextureInfo()],
      [material?.getMetallicRoughnessTexture(), material?.getMetallicRoughnessTextureInfo()],
      [material?.getOcclusionTexture(), material?.getOcclusionTextureInfo()],
      [material?.getEmissiveTexture(), material?.getEmissiveTextureInfo()],
    ] as const;
    for (const [texture, info] of slots) {
      if (!texture || !info) continue;
      const image = images.get(texture) ?? (await decodeTexture(texture, size));
      images.set(texture, image);
      const same = known.get(texture) ?? new Map<string, TextureSampler>();
      known.set(texture, same);
      const moves = info.listExtensions().length > 0 ? samplers.size : '';
      const key = `${info.getWrapS()} ${info.getWrapT()} ${moves}`;
      const sampler = same.get(key) ?? createTextureSampler(image, info);
      same.set(key, sampler);
      samplers.set(info, sampler);
    }
  }
  return samplers;
}
