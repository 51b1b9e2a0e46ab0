import type { ContainerEnd, ReadAt } from './file-end.ts';

const PIECE_BYTES = 256 * 1024;

/** Markers that stand alone: TEM, and the restarts within coded data (ITU T.81, table B.1). */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Whether a JPEG's end of image (EOI) is there. Images within its segments, such as a camera's thumbnail, have ends of
 * their own and are passed over; the coded data is read only where the last two bytes are no end.
 */
export async function findJpegEnd(read: ReadAt, bytes: number): Promise<ContainerEnd> {
  const data = await skipSegments(read, bytes);
  if (data === null) return 'unfinished';
  const tail = await read(bytes - 2, 2);
  if (bytes - 2 >= data && tail[0] === 0xff && tail[1] === 0xd9) return 'ended';
  return (await hasEnd(read, data, bytes)) ? 'ended' : 'unfinished';
}

/** Where the first scan's coded data begins; null: not there yet. */
async function skipSegments(read: ReadAt, bytes: number): Promise<number | null> {
  for (let at = 2; at + 4 <= bytes;) {
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

/** Looks for an EOI in coded data, where FF stands for itself only with 00 behind it. */
async function hasEnd(read: ReadAt, from: number, bytes: number): Promise<boolean> {
  for (let at = from; at < bytes; at += PIECE_BYTES) {
    // One byte more, so that a marker across two pieces is seen.
    const piece = await read(at, PIECE_BYTES + 1);
    if (piece.includes('\xff\xd9', 0, 'latin1')) return true;
  }
  return false;
}
