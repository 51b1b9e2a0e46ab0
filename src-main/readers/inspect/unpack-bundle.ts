import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError } from '../../../src-shared/base/errors.ts';
import { readEntryPath } from '../../engine/files/zip/entry-path.ts';
import { toLibraryError } from '../../folders/disk-error.ts';
import { renameDurably } from '../../base/files/durable-file.ts';
import { systemDisk } from '../../base/files/disk.ts';
import { hashFile } from '../../base/files/hash-file.ts';
import { message, type Message } from '../../../src-shared/messages/message.ts';

/** Limits for archives: number of entries, unpacked bytes, and compression ratio. */
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 4 * 1024 ** 3;
const MAX_RATIO = 100;
/** Files below this size are exempt from the ratio; images of one colour compress well. */
const RATIO_FREE_BYTES = 64 * 1024 ** 2;

/** An unpacked archive: its folder and its main file. */
export interface Bundle {
  readonly folder: string;
  readonly mainFile: string;
  readonly format: 'obj' | 'gltf';
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Unpacks a downloaded zip atomically into a folder beside it. Only plain files at the top level are accepted: no
 * links, folders, paths or executables. It must contain exactly one OBJ or glTF. Throws `result_damaged`.
 */
export async function unpackBundle({
  path: zipPath,
  folder,
}: {
  readonly path: string;
  readonly folder: string;
}): Promise<Bundle> {
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  try {
    const names = await unpack(zipPath, part);
    const mains = names.filter((name) => /\.(obj|gltf)$/i.test(name));
    const [main] = mains;
    if (main === undefined || mains.length > 1)
      throw damaged(message('result.several-models', { count: mains.length }));
    const format = main.toLowerCase().endsWith('.obj') ? 'obj' : 'gltf';
    await rm(folder, { recursive: true, force: true });
    await systemDisk.syncFolder(part);
    await renameDurably(part, folder);
    return { folder, mainFile: path.join(folder, main), format, ...(await hashFile(path.join(folder, main))) };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw isDiskError(error)
      ? toLibraryError(error)
      : error instanceof AppError
        ? error
        : damaged(message('result.archive-damaged'), error);
  }
}

async function unpack(zipPath: string, folder: string): Promise<string[]> {
  const zip = await openPromise(zipPath, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true });
  const names: string[] = [];
  let total = 0;
  try {
    if (zip.entryCount > MAX_ENTRIES) throw damaged(message('result.too-many-files'));
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      const name = readEntryPath(entry);
      if (name === null) continue;
      checkEntry(entry, name);
      total += entry.uncompressedSize;
      if (total > RATIO_FREE_BYTES && total > MAX_RATIO * zip.fileSize) {
        throw damaged(message('result.compression-ratio'));
      }
      if (total > MAX_BYTES) throw damaged(message('result.unpacks-over-4-gb'));
      await writeEntry(zip, entry, path.join(folder, name));
      names.push(name);
    }
  } finally {
    zip.close();
  }
  return names;
}

function checkEntry(entry: Entry, fileName: string): void {
  const { uncompressedSize, compressedSize } = entry;
  const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  const isPlain = /^[^/\\:\0]{1,200}$/.test(fileName) && !fileName.startsWith('.') && !isLink;
  if (!isPlain || entry.isEncrypted()) throw damaged(message('result.unsupported-entry'));
  if (!/\.(obj|mtl|gltf|bin|png|jpe?g|webp|bmp|tga|tiff?|exr|hdr|dpx)$/i.test(fileName)) {
    throw damaged(message('result.unexpected-entry', { name: fileName.slice(0, 60) }));
  }
  if (uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > MAX_RATIO * Math.max(1, compressedSize)) {
    throw damaged(message('result.compression-ratio'));
  }
}

async function writeEntry(zip: ZipFile, entry: Entry, target: string): Promise<void> {
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx', flush: true }));
}

/** EEXIST is not a disk error: two entries of the archive have the same name. */
function isDiskError(error: unknown): boolean {
  const { syscall, code } = error as NodeJS.ErrnoException;
  return typeof syscall === 'string' && code !== 'EEXIST';
}

function damaged(detail: Message, cause?: unknown): AppError {
  return new AppError('result_damaged', detail, { retryable: true, cause });
}
