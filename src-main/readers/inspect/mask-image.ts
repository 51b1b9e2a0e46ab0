import type { PixelSize } from '../../../src-shared/sources/pixel-size.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import { encodePng } from '../../engine/base/image/encode-png.ts';
import { readImage, readImageWithin } from '../../engine/base/image/read-image.ts';
import type { Mask } from '../../engine/base/image/mask.ts';
import { applyMask } from '../../engine/base/mask/apply-mask.ts';
import { readSourceBytes, toInspectError } from './inspect-source.ts';

/** An image to mask. */
export interface MaskedImageQuestion {
  readonly path: string;
  /** The mask as an opaque gray PNG of the same proportions: white is the subject. */
  readonly mask: Uint8Array;
  /** Where the masked image is written: a new file in an existing folder. */
  readonly maskedPath: string;
  /** Name of the file in errors. */
  readonly subject: string;
}

/** A masked image. */
export interface MaskedImage {
  readonly bytes: number;
  readonly pixels: PixelSize;
}

/** Largest long edge of a masked image: the largest texture. As PNG with transparency noise has 57 MB. */
export const MASKED_EDGE = 4_096;

/**
 * Writes an image as a PNG with the mask as its alpha channel, which replaces an earlier one. The same image and mask give
 * the same bytes. Throws AppError naming `subject`.
 */
export async function maskImage({ path, mask, maskedPath, subject }: MaskedImageQuestion): Promise<MaskedImage> {
  try {
    const coverage = await readMask(mask);
    const image = await readImageWithin(await readSourceBytes(path, subject), MASKED_EDGE);
    const { width, height } = image;
    const png = await encodePng(await applyMask(image, coverage));
    await writeFileDurably(maskedPath, png);
    return { bytes: png.byteLength, pixels: { width, height } };
  } catch (error) {
    throw toInspectError(error, subject);
  }
}

/** Reads an opaque gray PNG as a mask. Throws ImageError. */
export async function readMask(png: Uint8Array): Promise<Mask> {
  const { width, height, data } = await readImage(png);
  return { width, height, data: Uint8Array.from({ length: width * height }, (_, i) => data[4 * i]!) };
}
