import sharp from 'sharp';
import type { Image } from '../../base/image/image.ts';

/** sRGB grey on which the viewer shows models in its dark theme; a video has no transparency. */
export const BACKDROP = { r: 57, g: 57, b: 57 } as const;

/** Low effort, because a video has many frames. */
const WEBP = { quality: 80, effort: 1 } as const;

/**
 * Encodes an image on the backdrop as a VP8 key frame (RFC 6386), taken from a lossy WebP file, which contains one such
 * frame in a RIFF chunk (RFC 9649, 2.5). Runs in a thread of sharp.
 */
export async function encodeFrame({ width, height, data }: Image): Promise<Uint8Array> {
  const webp = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: BACKDROP })
    .webp(WEBP)
    .toBuffer();
  return findFrame(webp);
}

/** Returns the content of the `VP8 ` chunk of a WebP file. */
function findFrame(webp: Buffer): Uint8Array {
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return new Uint8Array(webp.subarray(at + 8, at + 8 + length));
    // Chunks start at even offsets.
    at += 8 + length + (length % 2);
  }
  throw new Error('The WebP encoder wrote no VP8 frame.');
}
