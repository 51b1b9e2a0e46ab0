import { readImage } from '../../engine/base/image/read-image.ts';
import { resizeMask } from '../../engine/base/image/resize-image.ts';
import { readSourceBytes, toInspectError } from './inspect-source.ts';
import { readMask } from './mask-image.ts';
import { encodeMask } from './preview-mask.ts';

/** A mask from outside, and the image that it belongs to. */
export interface FitMaskQuestion {
  /** A gray PNG: white is the subject. */
  readonly path: string;
  /** The image as `writeOpaqueImage` wrote it. */
  readonly imagePath: string;
  /** Name of the file in errors. */
  readonly subject: string;
}

/** Returns a mask in the size of its image, as a gray PNG. Throws AppError naming `subject`. */
export async function fitMask({ path, imagePath, subject }: FitMaskQuestion): Promise<{ readonly mask: Uint8Array }> {
  try {
    const { width, height } = await readImage(await readSourceBytes(imagePath, subject));
    const mask = await readMask(await readSourceBytes(path, subject));
    return { mask: await encodeMask(await resizeMask(mask, width, height)) };
  } catch (error) {
    throw toInspectError(error, subject);
  }
}
