import type { Material } from '@gltf-transform/core';
import { decodeTexture } from '../images/decode-texture.ts';
import type { TextureImage } from '../../base/texture/texture-image.ts';

/** The two channels of a metallic-roughness texture as grey images, linear, with the material's factors applied. */
export interface SplitMetallicRoughness {
  readonly roughness: TextureImage;
  readonly metallic: TextureImage;
}

/**
 * Splits roughness (green) and metallic (blue) for formats with an image for each. Returns null if the material has no
 * such texture. Throws `ModelError` `unsupported` for an image that cannot be decoded.
 */
export async function splitMetallicRoughness(material: Material): Promise<SplitMetallicRoughness | null> {
  const texture = material.getMetallicRoughnessTexture();
  if (!texture?.getImage()) return null;
  const packed = await decodeTexture(texture);
  return {
    roughness: extractChannel(packed, 1, material.getRoughnessFactor()),
    metallic: extractChannel(packed, 2, material.getMetallicFactor()),
  };
}

function extractChannel({ width, height, data }: TextureImage, channel: number, factor: number): TextureImage {
  const grey = new Uint8Array(width * height);
  const step = data.length / grey.length;
  const scaled = Uint8Array.from({ length: 256 }, (_, value) => Math.round(value * factor));
  for (let to = 0, from = channel; to < grey.length; to++, from += step) grey[to] = scaled[data[from]!]!;
  return { width, height, data: grey };
}
