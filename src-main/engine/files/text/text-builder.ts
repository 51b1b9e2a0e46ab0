import { constants, crc32, deflateRawSync } from 'node:zlib';
import { DEFLATE_LEVEL, type ZipPieces } from '../zip/write-zip.ts';

/** Builds text of hundreds of megabytes in pieces, as a file of an archive, without ever creating one string. */
export interface TextBuilder {
  add(text: string): void;
  /** Returns the whole text in UTF-8; nothing can be added afterwards. */
  toPieces(): ZipPieces;
}

const CHUNK_LENGTH = 1 << 20;
/** The final, empty block of a deflated stream (RFC 1951, 3.2.6). */
const LAST_BLOCK = Uint8Array.of(3, 0);

/** Creates an empty text. With `deflates`, it takes about an eighth of the memory, and only archives can hold it. */
export function createTextBuilder(deflates: boolean): TextBuilder {
  const pieces: Uint8Array[] = [];
  let [pending, crc, rawBytes] = ['', 0, 0];
  const flush = (): void => {
    const bytes = Buffer.from(pending, 'utf8');
    pending = '';
    crc = crc32(bytes, crc);
    rawBytes += bytes.length;
    // Blocks that end at a byte can follow each other in one stream.
    const options = { level: DEFLATE_LEVEL, finishFlush: constants.Z_SYNC_FLUSH };
    pieces.push(deflates ? deflateRawSync(bytes, options) : bytes);
  };
  return {
    add(text) {
      pending += text;
      if (pending.length >= CHUNK_LENGTH) flush();
    },
    toPieces() {
      flush();
      if (deflates) pieces.push(LAST_BLOCK);
      return { pieces, crc, rawBytes, isDeflated: deflates };
    },
  };
}

/** Appends lines, each with an indent. */
export function addLines(text: TextBuilder, lines: readonly string[], indent: string): void {
  for (const line of lines) text.add(`${indent}${line}\n`);
}
