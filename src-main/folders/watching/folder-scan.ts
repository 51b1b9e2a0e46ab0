import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isTemporaryFile } from './ready-file.ts';

const DEEPEST = 16;
/** The clock that stamps a folder may stand still for so long (FAT: 2 s); a younger stamp says nothing. */
const STAMP_MS = 3_000;

/** Files in a folder that can be claimed. */
export interface FolderScan {
  /**
   * Walks the folder; names every file in those parts that changed since the last walk, or in all with `whole`. Links and
   * hidden names are passed over. Rejects with the system's error when the folder itself cannot be read.
   */
  rescan(whole: boolean): Promise<void>;
  /** Walks what is new at a path inside, if that is a folder. */
  enter(at: string): Promise<void>;
}

interface Rules {
  /** Whether a name is one that may become a job, or belong to one. */
  accepts(name: string): boolean;
  /** Absolute folders that are never entered. */
  readonly outside: readonly string[];
  onFile(filePath: string): void;
  /** Before a folder is read; true: it is to be read, whether it changed or not. `id` tells folders of one name apart. */
  onFolder(folder: string, id: string): boolean;
}

interface Known {
  readonly stamp: bigint;
  readonly folders: readonly string[];
}

/** A scan of one folder; what did not change since the last walk is not read again. */
export function createFolderScan(root: string, { accepts, outside, onFile, onFolder }: Rules): FolderScan {
  const known = new Map<string, Known>();

  const enter = async (folder: string, depth: number, whole: boolean): Promise<void> => {
    const facts = await lstat(folder, { bigint: true });
    if (!facts.isDirectory()) return;
    const { mtimeNs, mtimeMs } = facts;
    const isNew = onFolder(folder, `${facts.dev}:${facts.ino}`);
    const before = known.get(folder);
    const folders = before?.stamp === mtimeNs && !isNew && !whole ? before.folders : await read(folder);
    const isSettled = Date.now() - Number(mtimeMs) > STAMP_MS;
    if (isSettled) known.set(folder, { stamp: mtimeNs, folders });
    else known.delete(folder);
    if (depth >= DEEPEST) return;
    // A file removed during a scan is noticed by the next scan.
    for (const inner of folders) await enter(inner, depth + 1, whole).catch(() => void known.delete(inner));
  };

  const read = async (folder: string): Promise<string[]> => {
    const folders: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const { name } = entry;
      if (isTemporaryFile(name)) continue;
      const at = `${folder}${path.sep}${name}`;
      if (entry.isDirectory() && !outside.includes(at)) folders.push(at);
      else if (entry.isFile() && accepts(name)) onFile(at);
    }
    return folders;
  };

  return {
    rescan: (whole) => enter(root, 0, whole),
    enter: (at) => enter(at, path.relative(root, at).split(path.sep).length, false).catch(() => void known.delete(at)),
  };
}
