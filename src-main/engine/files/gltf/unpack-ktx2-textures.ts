import type { Document, Texture } from '@gltf-transform/core';
import { isKtx2 } from '../../../../src-shared/formats/ktx2-header.ts';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { type TextureImage } from '../../base/texture/texture-image.ts';
import { encodeTexture } from '../images/encode-texture.ts';
import { ModelError } from '../../base/errors/model-error.ts';

const EXTENSION = 'KHR_texture_basisu';

/**
 * Converts the KTX2 textures of a document to PNG, which every program reads, and removes their extension. Throws
 * `ModelError` `unsupported` for one that is damaged or of a type glTF does not allow.
 */
export async function unpackKtx2Textures(document: Document): Promise<void> {
  for (const texture of document.getRoot().listTextures()) {
    const bytes = texture.getImage();
    if (!bytes || !isKtx2(bytes)) continue;
    const { bytes: png, mime } = await encodeTexture(await decode(texture, bytes), 'PNG');
    texture.setImage(png).setMimeType(mime);
    texture.setURI(texture.getURI().replace(/\.\w+$/, '.png'));
  }
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (extension.extensionName === EXTENSION) extension.dispose();
  }
}

async function decode(texture: Texture, bytes: Uint8Array): Promise<TextureImage> {
  // Loaded on demand, like the geometry decoders.
  const { decodeKtx2 } = await import('../images/decode-ktx2.ts');
  try {
    return await decodeKtx2(bytes);
  } catch (cause) {
    const name = texture.getName().slice(0, 80);
    const detail = name ? engineMessage('texture-error.ktx2', { name }) : engineMessage('texture-error.ktx2-unnamed');
    throw new ModelError('unsupported', detail, cause);
  }
}
