import type { Document, Material } from '@gltf-transform/core';
import sharp from 'sharp';
import type { BakedChannel } from './baked-channels.ts';
import { MAX_BAKED_SIZE } from './choose-texture-size.ts';
import { type TextureImage } from '../../base/texture/texture-image.ts';
import { encodeTexture, type EncodedTexture } from '../../files/images/encode-texture.ts';

/**
 * Encodes a baked RGBA image as PNG, with alpha if the material uses it. An opaque base colour larger than
 * `MAX_BAKED_SIZE` is encoded as JPEG, at a tenth of the size.
 */
export async function encodeBaked(
  material: Material,
  channel: BakedChannel,
  { width, height, data }: TextureImage,
): Promise<EncodedTexture> {
  const keepsAlpha = channel === 'baseColor' && material.getAlphaMode() !== 'OPAQUE';
  if (channel === 'baseColor' && !keepsAlpha && width > MAX_BAKED_SIZE) {
    return encodeTexture({ width, height, data }, 'JPEG');
  }
  const raw = sharp(data, { raw: { width, height, channels: 4 } });
  const pixels = keepsAlpha ? data : await raw.removeAlpha().raw().toBuffer();
  return encodeTexture({ width, height, data: pixels }, 'PNG', 'linear');
}

/** Assigns an encoded image to its texture slot of a material. */
export function attachTexture(
  document: Document,
  material: Material,
  channel: BakedChannel,
  { bytes, mime }: EncodedTexture,
): void {
  const texture = document.createTexture(`baked_${channel}`).setImage(bytes).setMimeType(mime);
  switch (channel) {
    case 'baseColor':
      return void material.setBaseColorTexture(texture);
    case 'normal':
      return void material.setNormalTexture(texture);
    case 'emissive':
      return void material.setEmissiveTexture(texture);
    case 'occlusionRoughnessMetallic':
      return void material.setMetallicRoughnessTexture(texture);
  }
}
