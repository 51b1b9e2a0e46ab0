import sharp from 'sharp';
import type { Image } from '../../base/image/image.ts';

/** The grey the app's viewer shows models on in its dark theme (sRGB), because a film has no transparency. */
export const BACKDROP = { r: 57, g: 57, b: 57 } as const;

/** Little effort, because a film is many frames. */
const WEBP = { quality: 80, effort: 1 } as const;

/**
 * A picture on the backdrop as a VP8 key frame (RFC 6386). The encoder is that of WebP, whose lossy form is one such frame
 * in a RIFF chunk (RFC 9649, 2.5). It works in a thread of the image library.
 */
export async function encodeFrame({ width, height, data }: Image): Promise<Uint8Array> {
  const webp = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: BACKDROP })
    .webp(WEBP)
    .toBuffer();
  return findFrame(webp);
}

/** The content of the chunk `VP8 ` of a WebP file. */
function findFrame(webp: Buffer): Uint8Array {
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return new Uint8Array(webp.subarray(at + 8, at + 8 + length));
    // Chunks begin at even places.
    at += 8 + length + (length % 2);
  }
  throw new Error('The WebP encoder wrote no VP8 frame.');
}
