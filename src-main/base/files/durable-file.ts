import path from 'node:path';
import { systemDisk, type Disk } from './disk.ts';

/** Ending of a file that is being written; dot-prefixed as well, so that no watcher takes it. */
export const PART_SUFFIX = '.part';

/** Where a file is written before it gets its name: beside it, hidden. */
export function partPathOf(filePath: string): string {
  return path.join(path.dirname(filePath), `.${path.basename(filePath)}${PART_SUFFIX}`);
}

/** Renames so that the new name survives a power cut: the content must already be synced; the folder is synced after. */
export async function renameDurably(from: string, to: string, disk: Disk = systemDisk): Promise<void> {
  await disk.rename(from, to);
  await disk.syncFolder(path.dirname(to));
}

/** Writes a whole file durably: hidden part, synced, renamed. An existing file is replaced at once. */
export async function writeFileDurably(
  filePath: string,
  bytes: Uint8Array | string,
  disk: Disk = systemDisk,
): Promise<void> {
  const partPath = partPathOf(filePath);
  try {
    const file = await disk.open(partPath, 'write');
    try {
      await file.write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameDurably(partPath, filePath, disk);
  } catch (error) {
    await disk.remove(partPath).catch(() => undefined);
    throw error;
  }
}
