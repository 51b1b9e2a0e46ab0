import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { layOutZip, type StoredFile } from '../engine/files/zip/write-zip.ts';

/** The content of a file on the disk. */
interface BundledFile {
  readonly path: string;
  readonly bytes: number;
}

/** Bytes of a file that are read at once. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * The parts of a zip archive of a bundle’s folder, in order: the model first and under the file name of `exportedAs`, stored,
 * without subfolders. The files are read once for their checksums, and not kept in memory. Throws `ModelError` `too_large` from
 * 4 GB on, and file system errors.
 */
export async function zipBundle(
  folder: string,
  model: string,
  exportedAs: string,
): Promise<(Uint8Array | BundledFile)[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const main = path.basename(model);
  const sides = entries.filter((entry) => entry.isFile() && entry.name !== main).map(({ name }) => name);
  const files = [await describeFile(model, path.basename(exportedAs))];
  for (const name of sides.sort()) files.push(await describeFile(path.join(folder, name), name));
  return layOutZip(files);
}

async function describeFile(file: string, name: string): Promise<StoredFile<BundledFile>> {
  let [crc, bytes] = [0, 0];
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    crc = crc32(chunk, crc);
    bytes += chunk.byteLength;
  }
  return { path: name, crc, bytes, content: { path: file, bytes } };
}
