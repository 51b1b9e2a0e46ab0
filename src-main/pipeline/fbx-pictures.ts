import type { OpenFile } from '../system/disk.ts';
import type { NamedPicture } from './check-model.ts';

const SIGNATURE = 'Kaydara FBX Binary  \0';
/** Signature, two bytes, version; the first record follows. */
const HEAD_BYTES = 27;
/** Records hold 64-bit offsets from this version on. */
const LONG_RECORDS = 7500;
/** Far more than any scene has; a file that says more is not read to its end. */
const MOST_RECORDS = 200_000;
const WINDOW_BYTES = 64 * 1024;
const MOST_NAME_BYTES = 4096;

/** A record of the file: its name, where its properties begin, where its children do, and where it ends. */
interface FbxRecord {
  readonly name: string;
  readonly properties: number;
  readonly children: number;
  readonly end: number;
}

/**
 * The pictures that a binary FBX names and does not hold: `Video` objects without `Content` (the format has no public
 * document; layout as Blender's importer and the SDK write it). A file that is laid out otherwise names none.
 */
export async function listFbxPictures(file: OpenFile): Promise<NamedPicture[]> {
  const read = createWindow(file);
  const head = await read(0, HEAD_BYTES);
  if (head?.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) return [];
  const isLong = head.readUInt32LE(23) >= LONG_RECORDS;
  const size = await file.size();
  const budget = { left: MOST_RECORDS };
  const names = new Set<string>();

  async function* records(from: number, to: number): AsyncGenerator<FbxRecord> {
    for (let at = from; budget.left-- > 0;) {
      const record = await readRecord(read, at, isLong);
      if (!record || record.end <= at || record.end > to || record.children > record.end) return;
      yield record;
      at = record.end;
    }
  }
  for await (const top of records(HEAD_BYTES, size)) {
    if (top.name !== 'Objects') continue;
    for await (const object of records(top.children, top.end)) {
      if (object.name !== 'Video') continue;
      let name = '';
      let isEmbedded = false;
      for await (const { name: field, properties } of records(object.children, object.end)) {
        if (field === 'Content') isEmbedded = (await readBytes(read, properties, 0))?.length !== 0;
        if (field === 'RelativeFilename') name = (await readBytes(read, properties, MOST_NAME_BYTES))?.text || name;
        if (field === 'Filename') name ||= (await readBytes(read, properties, MOST_NAME_BYTES))?.text ?? '';
      }
      if (!isEmbedded && name !== '') names.add(name.split(/[\\/]/).at(-1) ?? name);
    }
  }
  return [...names].map((name) => ({ name, file: null }));
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

/** A property of bytes or text (`R`, `S`): its length, and its beginning as text. */
async function readBytes(read: Read, at: number, most: number): Promise<{ length: number; text: string } | null> {
  const head = await read(at, 5);
  if (!head || !['S', 'R'].includes(head.toString('latin1', 0, 1))) return null;
  const length = head.readUInt32LE(1);
  const text = most > 0 ? await read(at + 5, Math.min(length, most)) : null;
  return { length, text: text?.toString('utf8') ?? '' };
}

/**
 * Reads through a window, because records are small and near each other; null past the end. What it answers stands until
 * the next reading.
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
