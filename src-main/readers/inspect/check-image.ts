import { sniffContainer, SIGNATURE_BYTES } from '../../../src-shared/formats/containers.ts';
import type { OpenFile } from '../../base/files/disk.ts';

/** Result of checking an image's container: complete, or the problem; `null` for an unknown format. */
export type ImageCheck = 'whole' | 'empty' | 'cut_off' | null;

const TAIL_BYTES = 4096;

/**
 * Checks an image by the beginning and the end of its container, without decoding it: PNG ends with IEND, JPEG with EOI
 * (data that some cameras append is ignored), WebP and BMP have the stated length, KTX2 has its identifier.
 */
export async function checkImage(file: OpenFile, offset: number, length: number): Promise<ImageCheck> {
  if (length === 0) return 'empty';
  const head = await readAt(file, offset, Math.min(SIGNATURE_BYTES, length));
  const tail = async (): Promise<Buffer> => {
    const bytes = Math.min(TAIL_BYTES, length);
    return readAt(file, offset + length - bytes, bytes);
  };
  switch (sniffContainer(head)) {
    case 'png':
      return wholeIf((await tail()).includes('IEND\xae\x42\x60\x82', 0, 'latin1'));
    case 'jpeg':
      return wholeIf((await tail()).includes('\xff\xd9', 0, 'latin1'));
    case 'webp':
      return wholeIf(head.readUInt32LE(4) + 8 <= length);
    case 'bmp':
      return head.byteLength < 6 ? null : wholeIf(head.readUInt32LE(2) <= length);
    case 'ktx2':
      return 'whole';
    default:
      return null;
  }
}

function wholeIf(isWhole: boolean): ImageCheck {
  return isWhole ? 'whole' : 'cut_off';
}

async function readAt(file: OpenFile, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  return buffer.subarray(0, await file.read(buffer, position));
}
