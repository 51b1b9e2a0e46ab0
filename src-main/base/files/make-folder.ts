import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemDisk, type Disk } from './disk.ts';

/**
 * Creates a folder and its missing parents, one level at a time. Node's own recursive `mkdir` never returns if the
 * system reports ENOENT for a folder whose parent exists, as `/proc` does; this throws that error instead.
 */
export async function makeFolder(folder: string, disk: Disk = systemDisk): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await disk.statFollowingLinks(folder).catch(() => null))?.isFolder ?? false;
  if (await isThere()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent, disk);
  // Two callers may create a folder at the same time; for the second one it exists.
  await disk.makeFolder(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await isThere())) throw error;
  });
}

/** The synchronous version, for use at startup. */
export function makeFolderSync(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolderSync(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}
