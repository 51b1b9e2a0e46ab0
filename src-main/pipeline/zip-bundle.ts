import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeZip } from '../engine/files/zip/write-zip.ts';

/**
 * Packs the files of a bundle’s folder into a zip archive, the model first and under the file name of `exportedAs`.
 * Subfolders are left out. Throws `ModelError` `too_large` from 4 GB on, and file system errors.
 */
export async function zipBundle(folder: string, model: string, exportedAs: string): Promise<Uint8Array> {
  const entries = await readdir(folder, { withFileTypes: true });
  const main = path.basename(model);
  const sides = entries.filter((entry) => entry.isFile() && entry.name !== main).map(({ name }) => name);
  const files = new Map([[path.basename(exportedAs), await readFile(model)]]);
  for (const name of sides.sort()) files.set(name, await readFile(path.join(folder, name)));
  return writeZip(files);
}
