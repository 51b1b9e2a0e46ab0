import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ExcludedFolders } from './excluded-folders.ts';
import { entryIdOf, isTemporaryFile } from './ready-file.ts';

const DEEPEST = 16;
/** Resolution of folder time stamps (FAT: 2 s); a younger time stamp is not reliable. */
const STAMP_MS = 3_000;

/** Files in a folder that can be claimed. */
export interface FolderScan {
  /**
   * Scans the folder; reports every file in the parts that changed since the last scan, or all files with `whole`. Links and
   * hidden names are skipped. Rejects with the system's error when the folder itself cannot be read.
   */
  rescan(whole: boolean): Promise<void>;
  /** Scans a new path inside, if it is a folder. */
  enter(at: string): Promise<void>;
  /** True for a folder that was excluded by its id, and for everything in it. */
  isExcluded(at: string): boolean;
}

interface Rules {
  /** True if a file name may be a source or belong to one. */
  accepts(name: string): boolean;
  readonly excluded: ExcludedFolders;
  onFile(filePath: string): void;
  /** Called before a folder is read; true: read it even if unchanged. `id` distinguishes folders of the same name. */
  onFolder(folder: string, id: string): boolean;
}

interface Known {
  readonly stamp: bigint;
  readonly folders: readonly string[];
}

/** A scan of one folder; parts unchanged since the last scan are not read again. */
export function createFolderScan(root: string, { accepts, excluded, onFile, onFolder }: Rules): FolderScan {
  const known = new Map<string, Known>();
  const skipped = new Set<string>();

  const enter = async (folder: string, depth: number, whole: boolean, outside: ReadonlySet<string>): Promise<void> => {
    const facts = await lstat(folder, { bigint: true });
    if (!facts.isDirectory()) return;
    const { mtimeNs, mtimeMs } = facts;
    const id = entryIdOf(facts);
    if (depth > 0 && outside.has(id)) return void skipped.add(folder);
    skipped.delete(folder);
    const isNew = onFolder(folder, id);
    const before = known.get(folder);
    const folders = before?.stamp === mtimeNs && !isNew && !whole ? before.folders : await read(folder);
    const isSettled = Date.now() - Number(mtimeMs) > STAMP_MS;
    if (isSettled) known.set(folder, { stamp: mtimeNs, folders });
    else known.delete(folder);
    if (depth >= DEEPEST) return;
    // A file removed during a scan is noticed by the next scan.
    for (const inner of folders) await enter(inner, depth + 1, whole, outside).catch(() => void known.delete(inner));
  };

  const read = async (folder: string): Promise<string[]> => {
    const folders: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const { name } = entry;
      if (isTemporaryFile(name)) continue;
      const at = `${folder}${path.sep}${name}`;
      if (entry.isDirectory() && !excluded.has(at)) folders.push(at);
      else if (entry.isFile() && accepts(name)) onFile(at);
    }
    return folders;
  };

  return {
    rescan: async (whole) => enter(root, 0, whole, await excluded.ids()),
    isExcluded: (at) => [...skipped].some((folder) => at === folder || at.startsWith(`${folder}${path.sep}`)),
    enter: async (at) => {
      const depth = path.relative(root, at).split(path.sep).length;
      await enter(at, depth, false, await excluded.ids()).catch(() => void known.delete(at));
    },
  };
}
