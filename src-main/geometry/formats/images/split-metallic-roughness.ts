import type { Material } from '@gltf-transform/core';
import { decodeTexture } from './decode-texture.ts';
import type { TextureImage } from './encode-texture.ts';

/** The two channels of a metallic-roughness texture as grey images, linear, the material's factors worked in. */
export interface SplitMetallicRoughness {
  readonly roughness: TextureImage;
  readonly metallic: TextureImage;
}

/**
 * Takes roughness (green) and metallic (blue) apart for formats that have an image for each. Null: the material has no
 * such texture. Throws `ModelError` `unsupported` for an image that cannot be decoded.
 */
export async function splitMetallicRoughness(material: Material): Promise<SplitMetallicRoughness | null> {
  const texture = material.getMetallicRoughnessTexture();
  if (!texture?.getImage()) return null;
  const packed = await decodeTexture(texture);
  return {
    roughness: takeChannel(packed, 1, material.getRoughnessFactor()),
    metallic: takeChannel(packed, 2, material.getMetallicFactor()),
  };
}

function takeChannel({ width, height, data }: TextureImage, channel: number, factor: number): TextureImage {
  const grey = new Uint8Array(width * height);
  const step = data.length / grey.length;
  for (let i = 0; i < grey.length; i++) grey[i] = Math.round(data[i * step + channel]! * factor);
  return { width, height, data: grey };
}
