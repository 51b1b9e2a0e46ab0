import path from 'node:path';
import { systemDisk, type Disk } from './disk.ts';

/** Suffix of a file that is being written. */
export const PART_SUFFIX = '.part';

/** Content to write to a file. */
export type FileContent = Uint8Array | string | AsyncIterable<Uint8Array>;

/** Permissions of a file that only its owner may read, such as a key. */
export const OWNER_ONLY = 0o600;

/** Path of the part before it is renamed: in the same folder, and hidden, so that no watcher processes it. */
export function partPathOf(filePath: string): string {
  return path.join(path.dirname(filePath), `.${path.basename(filePath)}${PART_SUFFIX}`);
}

/** Renames so that the new name survives a power failure: the content must already be synced; the folder is synced afterwards. */
export async function renameDurably(from: string, to: string, disk: Disk = systemDisk): Promise<void> {
  await disk.rename(from, to);
  await disk.syncFolder(path.dirname(to));
}

/**
 * Writes a file under its final name and syncs the content. The name itself survives a power failure only after its folder is
 * synced. Fails with EEXIST if the file exists.
 */
export async function writeSynced(
  filePath: string,
  content: FileContent,
  disk: Disk = systemDisk,
  permissions?: number,
): Promise<void> {
  const file = await disk.open(filePath, 'create', permissions);
  try {
    if (typeof content === 'string') await file.write(Buffer.from(content));
    else if (content instanceof Uint8Array) await file.write(content);
    else for await (const bytes of content) await file.write(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Writes a whole file durably: after a power failure either all of it or the previous file exists. It is written to a hidden part,
 * synced and renamed; the part is removed on failure.
 */
export async function writeFileDurably(
  filePath: string,
  content: FileContent,
  disk: Disk = systemDisk,
  permissions?: number,
): Promise<void> {
  const partPath = partPathOf(filePath);
  try {
    // The part of an interrupted write, or a link to another file under its name, which must not be written to.
    await disk.remove(partPath);
    await writeSynced(partPath, content, disk, permissions);
    await renameDurably(partPath, filePath, disk);
  } catch (error) {
    await disk.remove(partPath).catch(() => undefined);
    throw error;
  }
}
