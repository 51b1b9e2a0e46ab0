import type { Texture } from '@gltf-transform/core';
import { sniffImageFormat } from '../../base/image/sniff-image-format.ts';

/** Returns the media type of a texture's image by its bytes; of an unknown container, the declared type. */
export function imageMime(texture: Texture): string {
  const container = sniffImageFormat(texture.getImage() ?? new Uint8Array());
  return container === null ? texture.getMimeType() : `image/${container}`;
}
