import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import type { GltfDescription } from './gltf-schema.ts';
import { isKtx2 } from '../../../../../src-shared/formats/ktx2-header.ts';
import { MAX_KTX2_PIXELS } from '../../images/decode-ktx2.ts';
import { readImageSize } from '../../images/read-image-size.ts';

const MAX_IMAGES = 1024;
const MAX_SIDE = 16_384;
/** Maximum number of pixels of all images; twelve of 8192², 3.2 GB decoded, is beyond any reasonable asset. */
const MAX_PIXELS = 12 * 8192 * 8192;

/**
 * Checks that every image is inside the file and that its header declares an acceptable number of pixels, without
 * decoding any. Images of other types than glTF's pass: `openWithSharp` refuses what is dangerous to decode. Returns
 * the number of pixels. Throws `ModelError`.
 */
export function checkGltfImages(gltf: GltfDescription, binary: Uint8Array): number {
  if (gltf.images.length > MAX_IMAGES) {
    throw new ModelError('too_large', engineMessage('model-limit.textures', { limit: MAX_IMAGES }));
  }
  let pixels = 0;
  for (const image of gltf.images) {
    const bytes = imageBytes(image, gltf, binary);
    const size = readImageSize(bytes);
    if (!size) continue;
    const own = size.width * size.height;
    pixels += own;
    const isTooLarge = Math.max(size.width, size.height) > MAX_SIDE || (isKtx2(bytes) && own > MAX_KTX2_PIXELS);
    if (isTooLarge || pixels > MAX_PIXELS) {
      throw new ModelError(
        'too_large',
        engineMessage('model-limit.texture-size', { width: size.width, height: size.height }),
      );
    }
  }
  return pixels;
}

function imageBytes(image: GltfDescription['images'][number], gltf: GltfDescription, binary: Uint8Array): Uint8Array {
  if (image.uri !== undefined) {
    const data = /^data:[^,]*;base64,/.exec(image.uri.slice(0, 256));
    if (!data) {
      throw new ModelError('unsupported', engineMessage('gltf.external-textures'));
    }
    return Buffer.from(image.uri.slice(data[0].length), 'base64');
  }
  const view = image.bufferView === undefined ? undefined : gltf.bufferViews[image.bufferView];
  if (!view) throw new ModelError('not_a_model', engineMessage('texture-error.no-data'));
  return binary.subarray(view.byteOffset, view.byteOffset + view.byteLength);
}
