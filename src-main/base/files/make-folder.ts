import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemDisk, type Disk } from './disk.ts';

/**
 * Makes a folder and what is missing above it, one level at a time. Node's own recursive `mkdir` never returns where the
 * system answers ENOENT for a folder whose parent exists, as `/proc` does; this throws that error instead.
 */
export async function makeFolder(folder: string, disk: Disk = systemDisk): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await disk.statFollowingLinks(folder).catch(() => null))?.isFolder ?? false;
  if (await isThere()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent, disk);
  // Two may make one folder at the same moment; whoever comes second finds it made.
  await disk.makeFolder(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await isThere())) throw error;
  });
}

/** The same at once, for the moment before anything else runs. */
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
