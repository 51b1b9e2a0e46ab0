import { parseKtx2Header } from '../../../../src-shared/formats/ktx2-header.ts';
import { transcodeKtx2 } from '../../../../src-shared/formats/transcode-ktx2.ts';
import { loadBasisTranscoder } from './basis-transcoder.ts';
import type { TextureImage } from '../../base/texture/texture-image.ts';

/** 4096². */
export const MAX_KTX2_PIXELS = 16 * 2 ** 20;
/**
 * Bytes that decoding needs for each pixel, measured, with a tenth to spare: the texels in the transcoder's memory and in
 * ours, and the packed blocks.
 */
export const KTX2_PIXEL_BYTES = 13;

/**
 * Decodes the largest level of a KTX2 image: ETC1S, UASTC (also with Zstandard) or uncompressed, as RGB or RGBA. Throws
 * an error with a full sentence if it is damaged, of another type or larger than `MAX_KTX2_PIXELS`.
 */
export async function decodeKtx2(bytes: Uint8Array): Promise<TextureImage> {
  const { width, height, coding, offset } = parseKtx2Header(bytes);
  if (width * height > MAX_KTX2_PIXELS) throw new Error('It is too large.');
  if (coding === 'basis') {
    return { width, height, data: transcodeKtx2(await loadBasisTranscoder(), bytes, { width, height }) };
  }
  const length = width * height * (coding === 'rgb' ? 3 : 4);
  // Copied: `slice` of a Node buffer shares its memory, which the caller may release.
  return { width, height, data: new Uint8Array(bytes.subarray(offset, offset + length)) };
}
