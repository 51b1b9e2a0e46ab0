import { parseKtx2Header } from '../../../../src-shared/formats/ktx2-header.ts';
import { transcodeKtx2 } from '../../../../src-shared/formats/transcode-ktx2.ts';
import { loadBasisTranscoder } from './basis-transcoder.ts';
import type { TextureImage } from '../../base/texture/texture-image.ts';

/** 256 MB as RGBA. */
const MAX_PIXELS = 64 * 2 ** 20;

/**
 * The largest level of a KTX2 picture: ETC1S, UASTC (also in Zstandard) or plain bytes, as RGB or RGBA. Throws a sentence
 * when it is damaged, of another kind or of more than 64 million pixels.
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
