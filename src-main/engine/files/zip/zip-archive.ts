import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { damagedModel, MAX_UNPACKED_BYTES } from '../import/import-limits.ts';
import { resolvePath } from './archive-path.ts';
import { readEntryPath } from './entry-path.ts';
import { toModelFile, type ModelFile } from './model-file.ts';

/** The files beside or inside a model, by the names it gives them. */
export interface FileSource {
  /** All paths, `/` between folders. */
  readonly paths: readonly string[];
  /** Size of the archive, which is in memory while it is open. */
  readonly archiveBytes: number;
  /** Finds a file like `read` and returns its path; null if it does not exist. */
  find(path: string, folder?: string): string | null;
  /**
   * Reads a file that a model references: the path relative to `folder`, else from the root, else the only file with
   * that name; case-insensitive; the same bytes each time. Returns null if it does not exist. Throws `ModelError` for a
   * damaged file or too much data.
   */
  read(path: string, folder?: string): Promise<Uint8Array | null>;
  /** Finds a file like `read`, to be read once: nothing of it stays in memory. */
  open(path: string, folder?: string): ModelFile | null;
}

/** Signature and length of the header before a file's bytes (APPNOTE 4.3.7). */
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const MAX_ENTRIES = 10_000;
/**
 * Maximum size of an archive and of a file that is unpacked in one piece, together, unless the file is a small one: as much
 * as of a file without an archive.
 */
const MAX_HELD_BYTES = 150 * 1024 ** 2;
const MAX_RATIO = 100;
/** Files up to this size may have any compression ratio, as single-colour images do, and be in an archive of any size. */
const SMALL_FILE_BYTES = 64 * 1024 ** 2;

/**
 * Opens a zip archive in memory; files are unpacked on demand. Links, encrypted files, and paths outside of the archive
 * are rejected. Throws `ModelError`.
 */
export async function openZipArchive(bytes: Uint8Array): Promise<FileSource> {
  const zip = await attempt(() =>
    fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    }),
  );
  if (zip.entryCount > MAX_ENTRIES)
    throw new ModelError('too_large', engineMessage('archive.entries', { limit: MAX_ENTRIES }));
  const entries = new Map<string, Entry>();
  await attempt(async () => {
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      const path = readEntryPath(entry);
      if (path === null) continue;
      checkEntry(entry, path);
      entries.set(path, entry);
    }
  });

  const find = indexPaths(entries.keys());
  const findEntry = (path: string, folder: string): Entry | undefined => entries.get(find(path, folder) ?? '');
  const unpacked = new Map<Entry, Promise<Uint8Array>>();
  let unpackedBytes = 0;
  const charge = (entry: Entry): void => {
    unpackedBytes += entry.uncompressedSize;
    if (unpackedBytes <= MAX_UNPACKED_BYTES) return;
    throw new ModelError('too_large', engineMessage('archive.unpacked-size'));
  };
  return {
    paths: [...entries.keys()],
    archiveBytes: bytes.length,
    find: (path, folder = '') => find(path, folder),
    async read(path, folder = '') {
      const entry = findEntry(path, folder);
      if (!entry) return null;
      const known = unpacked.get(entry);
      if (known) return known;
      charge(entry);
      const read = attempt(() => unpack(bytes, zip, entry));
      unpacked.set(entry, read);
      return read;
    },
    open(path, folder = '') {
      const entry = findEntry(path, folder);
      if (!entry) return null;
      charge(entry);
      return {
        size: entry.uncompressedSize,
        head: (length) => attempt(() => unpackHead(bytes, zip, entry, length)),
        readAll: () => attempt(() => unpack(bytes, zip, entry)),
        pieces: () => unpackPieces(bytes, zip, entry),
      };
    },
  };
}

function checkEntry(entry: Entry, path: string): void {
  const { uncompressedSize, compressedSize, externalFileAttributes } = entry;
  const isLink = ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  if (isLink || (entry.generalPurposeBitFlag & 1) !== 0 || path.includes('\0')) {
    throw new ModelError('unsupported', engineMessage('archive.entry-type'));
  }
  if (uncompressedSize > SMALL_FILE_BYTES && uncompressedSize > MAX_RATIO * Math.max(1, compressedSize)) {
    throw new ModelError('too_large', engineMessage('archive.ratio'));
  }
}

/** Finds paths by references to them, else by a file name that is unique. */
function indexPaths(paths: Iterable<string>): (path: string, folder: string) => string | null {
  const fold = (text: string): string => text.normalize('NFC').toLowerCase();
  const byPath = new Map<string, string>();
  const byName = new Map<string, string | null>();
  for (const path of paths) {
    byPath.set(fold(path), path);
    const name = fold(path.replace(/^.*\//, ''));
    byName.set(name, byName.has(name) ? null : path);
  }
  return (path, folder) => {
    for (const from of [folder, '']) {
      const resolved = resolvePath(path, from);
      const found = resolved === null ? undefined : byPath.get(fold(resolved));
      if (found !== undefined) return found;
    }
    // Models reference files by the folders of the computer they were created on.
    return byName.get(fold(path.replace(/^.*[/\\]/, ''))) ?? null;
  };
}

async function unpack(archive: Uint8Array, zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const stored = findStored(archive, entry);
  if (stored) {
    if (crc32(stored) !== entry.crc32) throw damagedModel('model-damage.checksum');
    return stored;
  }
  const isSmall = entry.uncompressedSize <= SMALL_FILE_BYTES;
  if (!isSmall && archive.length + entry.uncompressedSize > MAX_HELD_BYTES) {
    throw new ModelError('too_large', engineMessage('model-limit.available-memory'));
  }
  const bytes = Buffer.allocUnsafeSlow(entry.uncompressedSize);
  let length = 0;
  for await (const piece of unpackPieces(archive, zip, entry)) {
    bytes.set(piece, length);
    length += piece.length;
  }
  return bytes;
}

/** Returns the bytes of a file that is not compressed, in place; null for others. */
function findStored(archive: Uint8Array, entry: Entry): Uint8Array | null {
  const header = entry.relativeOffsetOfLocalHeader;
  if (entry.compressionMethod !== 0 || header + LOCAL_HEADER_BYTES > archive.length) return null;
  const view = new DataView(archive.buffer, archive.byteOffset + header, LOCAL_HEADER_BYTES);
  const start = header + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  const end = start + entry.uncompressedSize;
  const isSound = view.getUint32(0, true) === LOCAL_HEADER && entry.compressedSize === entry.uncompressedSize;
  return isSound && end <= archive.length ? archive.subarray(start, end) : null;
}

async function unpackHead(archive: Uint8Array, zip: ZipFile, entry: Entry, length: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let count = 0;
  for await (const piece of await openPieces(archive, zip, entry)) {
    pieces.push(piece);
    count += piece.length;
    if (count >= length) break;
  }
  return Buffer.concat(pieces);
}

/** Unpacks a file piece by piece; throws `ModelError` at the end if its checksum is wrong. */
async function* unpackPieces(archive: Uint8Array, zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let sum = 0;
  try {
    for await (const piece of await openPieces(archive, zip, entry)) {
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (cause) {
    throw damagedModel('model-damage.archive', cause);
  }
  if (sum !== entry.crc32) throw damagedModel('model-damage.checksum');
}

/** Opens the pieces of a file. The library would copy one that is not compressed as a whole. */
async function openPieces(archive: Uint8Array, zip: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  const stored = findStored(archive, entry);
  return stored ? toModelFile(stored).pieces() : (zip.openReadStreamPromise(entry) as Promise<AsyncIterable<Buffer>>);
}

/** Converts the plain errors that the library throws to `ModelError`. */
async function attempt<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw damagedModel('model-damage.archive', cause);
  }
}
