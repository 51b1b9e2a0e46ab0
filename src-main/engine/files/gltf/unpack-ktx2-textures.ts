import type { Document, Texture } from '@gltf-transform/core';
import { isKtx2 } from '../../../../src-shared/formats/ktx2-header.ts';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { type TextureImage } from '../../base/texture/texture-image.ts';
import { toReadMemory } from '../import/memory-budget.ts';
import { KTX2_PIXEL_BYTES } from '../images/decode-ktx2.ts';
import { encodeTexture } from '../images/encode-texture.ts';
import { readImageSize } from '../images/read-image-size.ts';
import { releaseMemory } from '../import/growing-array.ts';
import { ModelError } from '../../base/errors/model-error.ts';

const EXTENSION = 'KHR_texture_basisu';
/** Memory for each byte of the textures that are PNG already, with what encoding them left; measured. */
const PNG_COST = 2;
/** What the model and its textures may take while one is decoded; with the reader itself it fits the limit. */
const MAX_KTX2_BYTES = 375e6;

/**
 * Converts the KTX2 textures of a document to PNG, which every program reads, and removes their extension; `heldBytes`
 * are in memory meanwhile. Throws `ModelError` `unsupported` for one that is damaged or of a type glTF does not allow, and
 * `too_large` before one is decoded that does not fit in memory with the others as PNG.
 */
export async function unpackKtx2Textures(document: Document, heldBytes: number): Promise<void> {
  let pngBytes = 0;
  for (const texture of document.getRoot().listTextures()) {
    const bytes = texture.getImage();
    if (!bytes || !isKtx2(bytes)) continue;
    const { width, height } = readImageSize(bytes) ?? { width: 0, height: 0 };
    const needed = toReadMemory(heldBytes) + PNG_COST * pngBytes + KTX2_PIXEL_BYTES * width * height;
    if (needed > MAX_KTX2_BYTES) {
      throw new ModelError('too_large', engineMessage('model-limit.texture-pixels'));
    }
    const image = await decode(texture, bytes);
    const { bytes: png, mime } = await encodeTexture(image, 'PNG');
    releaseMemory(image.data);
    pngBytes += png.byteLength;
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
