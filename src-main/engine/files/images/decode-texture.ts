import type { Texture } from '@gltf-transform/core';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { openWithSharp } from '../../base/image/open-with-sharp.ts';
import type { TextureImage } from '../../base/texture/texture-image.ts';

/** Decodes a texture to RGB or RGBA. Throws `ModelError` `unsupported` for an image that cannot be decoded. */
export async function decodeTexture(texture: Texture): Promise<TextureImage> {
  try {
    const { data, info } = await openWithSharp(texture.getImage() ?? new Uint8Array())
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch (cause) {
    const name = texture.getName().slice(0, 80);
    const detail = name
      ? engineMessage('texture-error.unreadable', { name })
      : engineMessage('texture-error.unreadable-unnamed');
    throw new ModelError('unsupported', detail, cause);
  }
}
