import { Material, type Texture } from '@gltf-transform/core';
import type { TextureImage } from '../../base/texture/texture-image.ts';
import { storesAlpha, type TextureFormat } from '../images/encode-texture.ts';

/** Returns a format, or PNG if the format would drop the alpha of a texture that a material shows. */
export function toAlphaFormat(format: TextureFormat, texture: Texture, image: TextureImage): TextureFormat {
  const hasAlpha = image.data.length === 4 * image.width * image.height;
  return hasAlpha && isAlphaLost(format, texture) ? 'PNG' : format;
}

/** True if a format would drop the alpha of a texture, should it have one, and a material that is not opaque shows it. */
export function isAlphaLost(format: TextureFormat, texture: Texture): boolean {
  if (storesAlpha(format)) return false;
  return texture
    .listParents()
    .some(
      (parent) =>
        parent instanceof Material && parent.getBaseColorTexture() === texture && parent.getAlphaMode() !== 'OPAQUE',
    );
}
