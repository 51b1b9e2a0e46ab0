import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createExcludedFolders } from '../folders/watching/excluded-folders.ts';
import { createFolderScan } from '../folders/watching/folder-scan.ts';
import { isTemporaryFile } from '../folders/watching/ready-file.ts';
import { archiveFoldersOf, isWatchedFile } from './watched-files.ts';

/** Maximum number of listed folders. */
const MAX_FOLDERS = 200;

/**
 * The folders inside a folder, as absolute paths in the order of their names, and the number of files that a hot folder
 * there would process, also in the folders below. `files`: null if the folder cannot be read.
 */
export async function previewHotFolder(folder: string): Promise<{ folders: string[]; files: number | null }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (!entries) return { folders: [], files: null };
  const excluded = createExcludedFolders(archiveFoldersOf(folder));
  const folders = entries
    .filter((entry) => entry.isDirectory() && !isTemporaryFile(entry.name))
    .map(({ name }) => path.join(folder, name))
    .filter((at) => !excluded.has(at))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .slice(0, MAX_FOLDERS);
  let files = 0;
  const scan = createFolderScan(folder, {
    accepts: isWatchedFile,
    excluded,
    onFile: () => void files++,
    onFolder: () => false,
  });
  await scan.rescan(true);
  return { folders, files };
}
