import { sniffContainer, SIGNATURE_BYTES, type Container } from '../../../src-shared/formats/containers.ts';
import { openRegularFile } from '../../base/files/regular-file.ts';
import type { ContainerEnd, ReadAt } from './file-end.ts';
import { findJpegEnd } from './jpeg-end.ts';
import { MAX_RECORDS, readInWindows } from './record-windows.ts';

/** Looks for the end of a file with that size; `head` contains its first bytes. */
type FindEnd = (read: ReadAt, bytes: number, head: Buffer) => ContainerEnd | Promise<ContainerEnd>;

/**
 * Some programs allocate a file's full length before writing it; this number of zeros at the end may not be
 * written yet.
 */
const TAIL_BYTES = 4096;

const ascii = (head: Buffer, at: number, text: string): boolean =>
  head.toString('latin1', at, at + text.length) === text;
const byLength = (stated: number, bytes: number): ContainerEnd => (bytes < stated ? 'unfinished' : 'ended');

/** Containers whose content shows where they end. */
const END_FINDERS: Readonly<Partial<Record<Container, FindEnd>>> = {
  // PNG (W3C, 5.3): chunks, the last is IEND.
  png: findPngEnd,
  // JPEG (ITU T.81, B.1): segments, then coded data up to EOI.
  jpeg: (read, bytes) => findJpegEnd(read, bytes),
  // WebP (RIFF): the length without the first eight bytes, padded to even.
  webp: (_, bytes, head) => byLength(head.readUInt32LE(4) + 8, bytes),
  // GIF89a, 27: a trailer, which data may follow.
  gif: async (read, bytes) => ((await read(bytes - 1, 1))[0] === 0x3b ? 'ended' : 'unsure'),
  // GLB (glTF 2.0, 4.4.2): the full length.
  glb: (_, bytes, head) => byLength(head.readUInt32LE(8), bytes),
  // BMP (BITMAPFILEHEADER): the full length, which some writers leave at zero.
  bmp: (_, bytes, head) => (head.readUInt32LE(2) > 54 ? byLength(head.readUInt32LE(2), bytes) : 'unsure'),
  // Binary FBX (no public document; layout as Blender's exporter has it): a footer of fixed bytes behind the last record.
  fbx: findFbxEnd,
  // ZIP (APPNOTE 4.3.16), and with it USDZ and 3MF: the end record, which says where the directory before it is.
  zip: findZipEnd,
};

/** Prompts and sidecars: never a container, whatever their content. */
const PLAIN = /\.(txt|prompt|json)$/i;

/** True if files with this name have no detectable end, so that they need not be read. */
export function isPlainFile(filePath: string): boolean {
  return PLAIN.test(filePath);
}

/**
 * Checks a file's beginning and end, and the records between them where the end alone does not show it; a JPEG with data after
 * its end is read as a whole. Rejects with the system's error.
 */
export async function findContainerEnd(filePath: string): Promise<ContainerEnd> {
  const file = await openRegularFile(filePath);
  try {
    const { size } = await file.stat();
    const read: ReadAt = async (position, length) => {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - position)));
      const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position);
      return buffer.subarray(0, bytesRead);
    };
    return await checkContainerEnd(read, size);
  } finally {
    await file.close();
  }
}

/** Checks a file with that size through `read`. */
export async function checkContainerEnd(read: ReadAt, bytes: number): Promise<ContainerEnd> {
  const head = await read(0, SIGNATURE_BYTES);
  if (head.byteLength < SIGNATURE_BYTES) return 'unsure';
  const container = sniffContainer(head);
  const findEnd = container && END_FINDERS[container];
  if (!findEnd) return 'unsure';
  const end = await findEnd(read, bytes, head);
  return end === 'ended' && (await isHollow(read, bytes)) ? 'unsure' : end;
}

async function isHollow(read: ReadAt, bytes: number): Promise<boolean> {
  const tail = await read(Math.max(0, bytes - TAIL_BYTES), TAIL_BYTES);
  return tail.byteLength === TAIL_BYTES && tail.every((byte) => byte === 0);
}

async function findPngEnd(read: ReadAt, bytes: number): Promise<ContainerEnd> {
  const tail = await read(bytes - 12, 12);
  if (ascii(tail, 0, '\0\0\0\0IEND')) return 'ended';
  // Data may follow the end; the chunks show it.
  const readRecord = readInWindows(read);
  for (let [at, count] = [8, 0]; at + 8 <= bytes; count++) {
    if (count === MAX_RECORDS) return 'unsure';
    const chunk = await readRecord(at, 8);
    if (!/^[A-Za-z]{4}$/.test(chunk.toString('latin1', 4, 8))) return 'unfinished';
    at += chunk.readUInt32BE(0) + 12;
    if (ascii(chunk, 4, 'IEND')) return byLength(at, bytes);
  }
  return 'unfinished';
}

const FBX_HEAD_BYTES = 27;
/** Records hold 64-bit offsets from this version on. */
const FBX_LONG_RECORDS = 7500;
const FBX_END = Buffer.from('f85a8c6adef5d97eece90ce3758f290b', 'hex');

async function findFbxEnd(read: ReadAt, bytes: number, head: Buffer): Promise<ContainerEnd> {
  const tail = await read(bytes - FBX_END.byteLength, FBX_END.byteLength);
  if (tail.equals(FBX_END)) return 'ended';
  // Not every writer adds a footer; every top-level record states where the next begins, an empty one ends them.
  const isLong = head.readUInt32LE(23) >= FBX_LONG_RECORDS;
  const readRecord = readInWindows(read);
  for (let [at, count] = [FBX_HEAD_BYTES, 0]; count < MAX_RECORDS; count++) {
    const record = await readRecord(at, isLong ? 8 : 4);
    if (record.byteLength < (isLong ? 8 : 4)) return 'unfinished';
    const next = isLong ? Number(record.readBigUInt64LE(0)) : record.readUInt32LE(0);
    if (next === 0) return 'unsure';
    if (next <= at || next > bytes) return 'unfinished';
    at = next;
  }
  return 'unsure';
}

/** Maximum size of an end record with its comment. */
const ZIP_END_BYTES = 65_535 + 22;

async function findZipEnd(read: ReadAt, bytes: number): Promise<ContainerEnd> {
  const start = Math.max(0, bytes - ZIP_END_BYTES);
  const tail = await read(start, ZIP_END_BYTES);
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (at < 0 || at + 22 > tail.byteLength) return 'unfinished';
  return byLength(start + at + 22 + tail.readUInt16LE(at + 20), bytes);
}
