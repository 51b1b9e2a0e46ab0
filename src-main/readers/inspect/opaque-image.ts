import { writeFileDurably } from '../../base/files/durable-file.ts';
import { readSourceBytes, toInspectError } from './inspect-source.ts';
import { flatten, readUnmasked } from './preview-mask.ts';

/** An image whose mask is to be found. */
export interface OpaqueImageQuestion {
  readonly path: string;
  /** True if `maskImage` wrote it: its transparency is a mask, which is left out. */
  readonly isMasked: boolean;
  /** Where the PNG is written: a new file in an existing folder. */
  readonly opaquePath: string;
  /** Name of the file in errors. */
  readonly subject: string;
}

/** Writes an image as an opaque PNG of the size of its masks. Throws AppError naming `subject`. */
export async function writeOpaqueImage({ path, isMasked, opaquePath, subject }: OpaqueImageQuestion): Promise<null> {
  try {
    const image = await readUnmasked(await readSourceBytes(path, subject), isMasked);
    await writeFileDurably(opaquePath, await flatten(image).png().toBuffer());
    return null;
  } catch (error) {
    throw toInspectError(error, subject);
  }
}
