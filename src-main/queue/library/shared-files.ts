import path from 'node:path';
import type { Disk } from '../../base/files/disk.ts';
import { listSourcePaths, type JobRecord } from '../../pipeline/job-record.ts';
import { isInside } from './find-duplicate-files.ts';

/** Adds the files in the library folders of jobs that these jobs use, by the id of the job whose folder it is. */
export function addSharedFiles(shared: Map<string, Set<string>>, records: readonly JobRecord[], library: string): void {
  for (const record of records) {
    for (const file of listNamedFiles(record)) {
      if (!isInside(library, file)) continue;
      const [owner = ''] = path.relative(library, file).split(path.sep);
      if (owner !== record.id) shared.set(owner, (shared.get(owner) ?? new Set()).add(file));
    }
  }
}

/**
 * Deletes the library folder of a job. Shared files stay, a folder with all files in it, because a model needs the files
 * beside it. Returns true if nothing is left.
 */
export async function deleteUnsharedFiles(
  folder: string,
  shared: ReadonlySet<string>,
  disk: Pick<Disk, 'stat' | 'list' | 'remove'>,
): Promise<boolean> {
  if (shared.size === 0 || (await disk.stat(folder)) === null) {
    await disk.remove(folder);
    return true;
  }
  for (const name of await disk.list(folder)) {
    const entry = path.join(folder, name);
    if (![...shared].some((file) => file === entry || isInside(entry, file))) await disk.remove(entry);
  }
  return false;
}

function listNamedFiles({ sources, artifacts }: JobRecord): string[] {
  const results = artifacts.flatMap(({ path: file, bundle, exportedPath }) => [file, bundle, exportedPath]);
  return [...sources.flatMap(listSourcePaths), ...results.filter((file) => file !== null)];
}
