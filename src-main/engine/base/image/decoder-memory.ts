import type { Metadata } from 'sharp';

/** Memory that a file and its decoder may need together, bytes: a reader process stays below its own limit with it. */
export const MAX_DECODER_BYTES = 310 * 1024 ** 2;

/** Bytes per pixel of decoders that keep the whole image, measured with images of 64 megapixels. */
const AVIF_BYTES = 19;
const PROGRESSIVE_JPEG_BYTES = 6.3;
const GIF_BYTES = 8.5;
/** Overhead of an interlaced PNG beyond its values. */
const INTERLACED_OVERHEAD = 1.25;

/** Bytes that the decoder of an image keeps at once; 0 if it decodes line by line. */
export function estimateDecoderBytes(
  header: Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive'>,
): number {
  const pixels = header.width * header.height;
  switch (header.format) {
    case 'heif':
      return AVIF_BYTES * pixels;
    case 'gif':
      return GIF_BYTES * pixels;
    case 'jpeg':
      return header.isProgressive ? PROGRESSIVE_JPEG_BYTES * pixels : 0;
    case 'png': {
      const bytes = header.channels * (header.depth === 'ushort' ? 2 : 1);
      return header.isProgressive ? INTERLACED_OVERHEAD * bytes * pixels : 0;
    }
    default:
      return 0;
  }
}
