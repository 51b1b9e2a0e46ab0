import type { Document, Material } from '@gltf-transform/core';
import sharp from 'sharp';
import type { BakedChannel } from '../../bake/baked-channels.ts';
import { encodeTexture, type TextureImage } from '../../formats/images/encode-texture.ts';

/** Puts a baked RGBA image into its slot of a material as PNG; alpha stays where the material shows it. */
export async function attachTexture(
  document: Document,
  material: Material,
  channel: BakedChannel,
  { width, height, data }: TextureImage,
): Promise<void> {
  const keepsAlpha = channel === 'baseColor' && material.getAlphaMode() !== 'OPAQUE';
  const raw = sharp(data, { raw: { width, height, channels: 4 } });
  const pixels = keepsAlpha ? data : await raw.removeAlpha().raw().toBuffer();
  const { bytes, mime } = await encodeTexture({ width, height, data: pixels }, 'PNG', 'linear');
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
