import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { isPassing } from './ready-file.ts';

const DEEPEST = 16;
/** The clock that stamps a folder may stand still for so long (FAT: 2 s); a younger stamp says nothing. */
const STAMP_MS = 3_000;

/** What lies in a folder and may be taken. */
export interface FolderScan {
  /**
   * Walks the folder; names every file in those parts that changed since the last walk, or in all with `whole`. Links and
   * hidden names are passed over. Rejects with the system's error when the folder itself cannot be read.
   */
  walk(whole: boolean): Promise<void>;
}

interface Rules {
  /** Whether a name is one that may become a job, or belong to one. */
  accepts(name: string): boolean;
  /** Absolute folders that are never entered. */
  readonly outside: readonly string[];
  onFile(filePath: string): void;
}

interface Known {
  readonly stamp: bigint;
  readonly folders: readonly string[];
}

/** A scan of one folder; what did not change since the last walk is not read again. */
export function createFolderScan(root: string, { accepts, outside, onFile }: Rules): FolderScan {
  const known = new Map<string, Known>();

  const enter = async (folder: string, depth: number, whole: boolean): Promise<void> => {
    const { mtimeNs, mtimeMs } = await lstat(folder, { bigint: true });
    const before = known.get(folder);
    const folders = before?.stamp === mtimeNs && !whole ? before.folders : await read(folder);
    const isSettled = Date.now() - Number(mtimeMs) > STAMP_MS;
    if (isSettled) known.set(folder, { stamp: mtimeNs, folders });
    else known.delete(folder);
    if (depth >= DEEPEST) return;
    // What goes away while it is walked is seen to be gone by the next walk.
    for (const inner of folders) await enter(inner, depth + 1, whole).catch(() => void known.delete(inner));
  };

  const read = async (folder: string): Promise<string[]> => {
    const folders: string[] = [];
    for await (const entry of await opendir(folder, { bufferSize: 512 })) {
      if (isPassing(entry.name)) continue;
      const at = path.join(folder, entry.name);
      if (entry.isDirectory() && !outside.includes(at)) folders.push(at);
      else if (entry.isFile() && accepts(entry.name)) onFile(at);
    }
    return folders;
  };

  return { walk: (whole) => enter(root, 0, whole) };
}
