import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import type { ContainerEnd, ReadAt } from './file-end.ts';
import { MAX_RECORDS, readInWindows } from './record-windows.ts';

const PIECE_BYTES = 256 * 1024;

/** Markers without a segment: TEM, and the restarts within coded data (ITU T.81, table B.1). */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Checks for a JPEG's end of image (EOI). Images within its segments, such as a camera's thumbnail, have their own
 * ends and are skipped; the coded data is read only if the last two bytes are no EOI.
 */
export async function findJpegEnd(read: ReadAt, bytes: number): Promise<ContainerEnd> {
  const data = await skipSegments(readInWindows(read), bytes);
  if (data === null) return 'unfinished';
  if (data === 'unsure') return 'unsure';
  const tail = await read(bytes - 2, 2);
  if (bytes - 2 >= data && tail[0] === 0xff && tail[1] === 0xd9) return 'ended';
  // Larger files are refused as sources.
  if (bytes > LIMITS.uploadBytesSent) return 'unsure';
  return (await hasEnd(read, data, bytes)) ? 'ended' : 'unfinished';
}

/** Offset of the first scan's coded data; null: not written yet; `unsure`: too many segments. */
async function skipSegments(read: ReadAt, bytes: number): Promise<number | null | 'unsure'> {
  for (let [at, count] = [2, 0]; at + 4 <= bytes; count++) {
    if (count === MAX_RECORDS) return 'unsure';
    const segment = await read(at, 4);
    const marker = segment[1] ?? 0;
    if (segment[0] !== 0xff) return null;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isAlone(marker)) {
      at += 2;
      continue;
    }
    at += 2 + segment.readUInt16BE(2);
    if (marker === 0xda) return at <= bytes ? at : null;
  }
  return null;
}

/** Looks for an EOI in coded data, where FF is escaped by a following 00. */
async function hasEnd(read: ReadAt, from: number, bytes: number): Promise<boolean> {
  for (let at = from; at < bytes; at += PIECE_BYTES) {
    // One more byte, so that a marker across two chunks is found.
    const piece = await read(at, PIECE_BYTES + 1);
    if (piece.includes('\xff\xd9', 0, 'latin1')) return true;
  }
  return false;
}
