import type { Metadata } from 'sharp';
import type { TileSize } from './read-tiff-tile.ts';

/** Memory that a file and its decoder may need together, bytes: a reader process stays below its own limit with it. */
export const MAX_DECODER_BYTES = 310 * 1024 ** 2;

/** Bytes per pixel of decoders that keep the whole image, measured with images of 64 megapixels. */
const AVIF_BYTES = 19;
const PROGRESSIVE_JPEG_BYTES = 6.3;
const GIF_BYTES = 8.5;
/** A BMP as RGBA, and what scaling it takes. */
export const BMP_BYTES = 4.4;
/** Overhead of an interlaced PNG beyond its values. */
const INTERLACED_OVERHEAD = 1.25;

/** Bytes of a sample by its depth; others have 1. */
const SAMPLE_BYTES: Readonly<Record<string, number>> = {
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
};

/** Bytes that the decoder of an image keeps at once; 0 if it decodes line by line. `tile`: of a TIFF, null if it has none. */
export function estimateDecoderBytes(
  header: Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive'>,
  tile: TileSize | null = null,
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
    case 'tiff': {
      if (!tile) return 0;
      // A row of tiles at once, while the lines above it are still in use.
      const sampleBytes = SAMPLE_BYTES[header.depth] ?? 1;
      const row = Math.ceil(header.width / tile.width) * tile.width * tile.height;
      return row * header.channels * sampleBytes + 4 * pixels;
    }
    default:
      return 0;
  }
}
