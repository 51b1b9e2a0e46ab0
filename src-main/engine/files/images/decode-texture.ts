import type { Texture } from '@gltf-transform/core';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { openWithSharp } from '../../base/image/open-with-sharp.ts';
import type { TextureImage } from '../../base/texture/texture-image.ts';

/**
 * Decodes a texture to RGB or RGBA, scaled down to at most `longest` pixels on its long edge, which takes much less memory
 * than to scale it down later. Throws `ModelError` `unsupported` for an image that cannot be decoded.
 */
export async function decodeTexture(texture: Texture, longest?: number): Promise<TextureImage> {
  try {
    const image = openWithSharp(texture.getImage() ?? new Uint8Array());
    if (longest !== undefined) {
      const edges = { width: longest, height: longest };
      image.resize({ ...edges, fit: 'inside', withoutEnlargement: true, fastShrinkOnLoad: false });
    }
    const { data, info } = await image
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
