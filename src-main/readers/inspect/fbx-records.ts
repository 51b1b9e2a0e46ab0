import type { OpenFile } from '../../base/files/disk.ts';

const SIGNATURE = 'Kaydara FBX Binary  \0';
/** Signature, two bytes, version; the first record follows. */
const HEAD_BYTES = 27;
/** Records hold 64-bit offsets from this version on. */
const LONG_RECORDS = 7500;
/** Far above any real scene; reading stops there. */
const MAX_RECORDS = 200_000;
const WINDOW_BYTES = 64 * 1024;

/** A record of the file: its name, and the offsets of its properties, its children and its end. */
export interface FbxRecord {
  readonly name: string;
  readonly properties: number;
  readonly children: number;
  readonly end: number;
}

/** A property of bytes or text: its length, and its beginning as text. */
interface FbxText {
  readonly length: number;
  readonly text: string;
}

/** A binary FBX that is read incrementally (the format has no public document; layout as in Blender's importer). */
export interface FbxFile {
  /** The top-level records, or the children of one; ends early at an unexpected layout. */
  records(inside?: FbxRecord): AsyncGenerator<FbxRecord>;
  /** A property of bytes or text (`R`, `S`) at an offset; null: there is none. */
  readText(at: number, most: number): Promise<FbxText | null>;
  /** A 64-bit integer (`L`) at an offset, as decimal text; null: there is none. */
  readId(at: number): Promise<string | null>;
  /** True if the record limit was reached. */
  isTooLong(): boolean;
}

/** Bytes of a 64-bit integer property, including its type letter. */
export const ID_BYTES = 9;
/** Bytes of a text property in addition to the text: its type letter and its length. */
export const TEXT_HEAD_BYTES = 5;

/** Opens a file as a binary FBX; null: it is no binary FBX. */
export async function openFbx(file: OpenFile): Promise<FbxFile | null> {
  const read = createWindow(file);
  const head = await read(0, HEAD_BYTES);
  if (head?.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) return null;
  const isLong = head.readUInt32LE(23) >= LONG_RECORDS;
  const size = await file.size();
  let left = MAX_RECORDS;

  return {
    async *records(inside) {
      const to = inside?.end ?? size;
      for (let at = inside?.children ?? HEAD_BYTES; left-- > 0;) {
        const record = await readRecord(read, at, isLong);
        if (!record || record.end <= at || record.end > to || record.children > record.end) return;
        yield record;
        at = record.end;
      }
    },
    readText: (at, most) => readText(read, at, most),
    readId: async (at) => {
      const bytes = await read(at, ID_BYTES);
      return bytes?.toString('latin1', 0, 1) === 'L' ? String(bytes.readBigInt64LE(1)) : null;
    },
    isTooLong: () => left < 0,
  };
}

type Read = (position: number, bytes: number) => Promise<Buffer | null>;

/** Null at the empty record that ends a list. */
async function readRecord(read: Read, at: number, isLong: boolean): Promise<FbxRecord | null> {
  const width = isLong ? 8 : 4;
  const head = await read(at, 3 * width + 1);
  if (!head) return null;
  const number = (index: number): number =>
    isLong ? Number(head.readBigUInt64LE(index * width)) : head.readUInt32LE(index * width);
  const [end, propertyBytes, nameBytes] = [number(0), number(2), head.readUInt8(3 * width)];
  if (end === 0) return null;
  const properties = at + 3 * width + 1 + nameBytes;
  const name = await read(at + 3 * width + 1, nameBytes);
  return name && { name: name.toString('latin1'), properties, children: properties + propertyBytes, end };
}

async function readText(read: Read, at: number, most: number): Promise<FbxText | null> {
  const head = await read(at, TEXT_HEAD_BYTES);
  if (!head || !['S', 'R'].includes(head.toString('latin1', 0, 1))) return null;
  const length = head.readUInt32LE(1);
  const text = most > 0 ? await read(at + TEXT_HEAD_BYTES, Math.min(length, most)) : null;
  return { length, text: text?.toString('utf8') ?? '' };
}

/**
 * Reads through a window, because records are small and close together; null past the end. A result is valid until
 * the next read.
 */
function createWindow(file: OpenFile): Read {
  const window = Buffer.alloc(WINDOW_BYTES);
  let start = 0;
  let length = 0;
  return async (position, bytes) => {
    if (bytes > WINDOW_BYTES) return null;
    if (position < start || position + bytes > start + length) {
      start = position;
      length = await file.read(window, position);
    }
    return bytes <= length - (position - start) ? window.subarray(position - start, position - start + bytes) : null;
  };
}
