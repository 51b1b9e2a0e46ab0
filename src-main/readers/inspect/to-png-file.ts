import { writeFile } from 'node:fs/promises';
import { readSourceBytes, toInspectError } from './inspect-source.ts';
import { openWithSharp } from '../../engine/base/image/open-with-sharp.ts';
import { readPixelSize } from '../../engine/base/image/read-image.ts';

/** An image to convert. */
export interface PngQuestion {
  readonly path: string;
  readonly pngPath: string;
  /** Name of the file in errors. */
  readonly subject: string;
}

/** Writes the first frame of an image as a PNG of the same size, in sRGB. Throws AppError naming `subject`. */
export async function toPngFile({ path, pngPath, subject }: PngQuestion): Promise<void> {
  try {
    const bytes = await readSourceBytes(path, subject);
    await readPixelSize(bytes);
    const image = openWithSharp(bytes, { failOn: 'truncated' }).autoOrient().toColourspace('srgb');
    await writeFile(pngPath, await image.png().toBuffer());
  } catch (error) {
    throw toInspectError(error, subject);
  }
}
