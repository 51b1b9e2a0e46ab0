import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and what is missing above it, one level at a time. Node's own recursive `mkdir` never returns where the
 * system answers ENOENT for a folder whose parent exists, as `/proc` does; this throws that error instead.
 */
export async function makeFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (isThere) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder).catch(ignoreExisting(folder));
}

/** The same at once, for the moment before anything else runs. */
export function makeFolderSync(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolderSync(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    ignoreExisting(folder)(error);
  }
}

/** Two may make one folder at the same moment; whoever comes second finds it made. */
function ignoreExisting(folder: string): (error: unknown) => void {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  };
}
