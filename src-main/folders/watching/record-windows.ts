import type { ReadAt } from './file-end.ts';

/**
 * Maximum number of records, such as the chunks of a PNG, that are followed through a file; a longer chain stays unsure. A file
 * of 4 MB can have a million, and even a PNG of 80 MB in the usual chunks of 8 kB has fewer.
 */
export const MAX_RECORDS = 10_000;

const WINDOW_BYTES = 256 * 1024;

/** Reads many small records in ascending order: `read` is called once for each 256 kB of them. */
export function readInWindows(read: ReadAt): ReadAt {
  let start = 0;
  let window: Buffer = Buffer.alloc(0);
  return async (position, length) => {
    if (position < start || position + length > start + window.byteLength) {
      window = await read(position, Math.max(length, WINDOW_BYTES));
      start = position;
    }
    return window.subarray(position - start, position - start + length);
  };
}
