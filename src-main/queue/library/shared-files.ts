import path from 'node:path';
import type { Disk } from '../../base/files/disk.ts';
import { listSourcePaths, type JobRecord } from '../../pipeline/job-record.ts';
import type { KnownJobs } from '../job-list/job-memory.ts';
import { isInside } from './find-duplicate-files.ts';

/** Files in the library folders of jobs that other jobs use as sources or results, by the id of the job whose folder it is. */
export type SharedFiles = ReadonlyMap<string, ReadonlySet<string>>;

interface Jobs {
  readonly list: Pick<KnownJobs, 'pages' | 'recent'>;
  /** Jobs in the trash. */
  readonly trashed: () => readonly JobRecord[];
}

/** Reads which library files other jobs use, in the trash or not. Incomplete if it is stopped. */
export async function findSharedFiles(
  { list, trashed }: Jobs,
  library: string,
  isStopped: () => boolean = () => false,
): Promise<SharedFiles> {
  const shared = new Map<string, Set<string>>();
  for await (const page of list.pages()) {
    if (isStopped()) return shared;
    addSharedFiles(shared, page, library);
  }
  // Also those that were added or restored meanwhile.
  addSharedFiles(shared, [...list.recent(), ...trashed()], library);
  return shared;
}

/** True if one of these jobs uses one of these files, or their folder, as a source or result. */
export function isUsedBy(records: readonly JobRecord[], files: readonly string[]): boolean {
  const places = new Set(withFolders(files));
  return records.some((record) => listNamedFiles(record).some((file) => places.has(file)));
}

/** True if one of these files, or their folder, is among the shared ones of a job. */
export function isShared(files: readonly string[], shared: ReadonlySet<string> = new Set()): boolean {
  return withFolders(files).some((place) => shared.has(place));
}

function addSharedFiles(shared: Map<string, Set<string>>, records: readonly JobRecord[], library: string): void {
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

function withFolders(files: readonly string[]): string[] {
  return files.flatMap((file) => [file, path.dirname(file)]);
}

function listNamedFiles({ sources, artifacts }: JobRecord): string[] {
  const results = artifacts.flatMap(({ path: file, bundle, exportedPath }) => [file, bundle, exportedPath]);
  return [...sources.flatMap(listSourcePaths), ...results.filter((file) => file !== null)];
}
