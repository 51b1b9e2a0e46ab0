import { parseKtx2Header } from '../../../../src-shared/formats/ktx2-header.ts';
import { transcodeKtx2 } from '../../../../src-shared/formats/transcode-ktx2.ts';
import { loadBasisTranscoder } from './basis-transcoder.ts';
import type { TextureImage } from '../../base/texture/texture-image.ts';

/** 256 MB as RGBA. */
const MAX_PIXELS = 64 * 2 ** 20;

/**
 * Decodes the largest level of a KTX2 image: ETC1S, UASTC (also with Zstandard) or uncompressed, as RGB or RGBA. Throws
 * an error with a full sentence if it is damaged, of another type or larger than 64 million pixels.
 */
export async function decodeKtx2(bytes: Uint8Array): Promise<TextureImage> {
  const { width, height, coding, offset } = parseKtx2Header(bytes);
  if (width * height > MAX_PIXELS) throw new Error('It is too large.');
  if (coding === 'basis') {
    return { width, height, data: transcodeKtx2(await loadBasisTranscoder(), bytes, { width, height }) };
  }
  const length = width * height * (coding === 'rgb' ? 3 : 4);
  return { width, height, data: bytes.slice(offset, offset + length) };
}
