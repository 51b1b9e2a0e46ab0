import type { OpenFile } from '../../base/files/disk.ts';

/** What a picture's container says about itself: whole, or why not; `null` for a kind we do not know. */
export type ImageCheck = 'whole' | 'empty' | 'cut_off' | null;

const HEAD_BYTES = 32;
const TAIL_BYTES = 4096;

/**
 * Judges a picture by the beginning and the end of its container, without decoding it: PNG ends with IEND, JPEG with EOI
 * (what some cameras add behind is passed over), WebP and BMP have the length they say, KTX2 has its identifier.
 */
export async function checkImage(file: OpenFile, offset: number, length: number): Promise<ImageCheck> {
  if (length === 0) return 'empty';
  const head = await readAt(file, offset, Math.min(HEAD_BYTES, length));
  const text = head.toString('latin1');
  const tail = async (): Promise<Buffer> => {
    const bytes = Math.min(TAIL_BYTES, length);
    return readAt(file, offset + length - bytes, bytes);
  };
  if (text.startsWith('\x89PNG\r\n\x1a\n'))
    return wholeIf((await tail()).includes('IEND\xae\x42\x60\x82', 0, 'latin1'));
  if (text.startsWith('\xff\xd8\xff')) return wholeIf((await tail()).includes('\xff\xd9', 0, 'latin1'));
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return wholeIf(head.readUInt32LE(4) + 8 <= length);
  if (text.startsWith('BM') && head.byteLength >= 6) return wholeIf(head.readUInt32LE(2) <= length);
  if (text.startsWith('\xabKTX 20\xbb\r\n\x1a\n')) return 'whole';
  return null;
}

function wholeIf(isWhole: boolean): ImageCheck {
  return isWhole ? 'whole' : 'cut_off';
}

async function readAt(file: OpenFile, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  return buffer.subarray(0, await file.read(buffer, position));
}
