import { lstat, readdir } from 'node:fs/promises';
import { systemClock, type Clock } from '../../base/clock.ts';
import { nullIfMissing } from './state-file.ts';

/** An entry of a folder. */
interface DirectoryEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/** Lists folders repeatedly and reads only those that changed. */
export interface DirectoryCache {
  /**
   * Names without hidden ones, sorted, none where there is no folder; `isUnchanged` if no name was added or removed since
   * the last call. A folder that cannot be read keeps its last names until it can, and is never `isUnchanged`.
   */
  list(folder: string): Promise<{ readonly entries: readonly DirectoryEntry[]; readonly isUnchanged: boolean }>;
}

interface Listing {
  readonly changed: string;
  /** When the folder was first seen with this modification time. */
  readonly firstSeenMs: number;
  readonly isSettled: boolean;
  readonly entries: readonly DirectoryEntry[];
}

/** A listing right after a change may miss a name added in the same tick of the file system clock; FAT has 2 s ticks. */
const MAX_CLOCK_TICK_MS = 2_500;

/** Maximum number of entries per folder. */
const MAX_ENTRIES = 100_000;

/** Creates an empty cache. */
export function createDirectoryCache(clock: Clock = systemClock): DirectoryCache {
  const known = new Map<string, Listing>();
  const list: DirectoryCache['list'] = async (folder) => {
    const facts = await lstat(folder, { bigint: true }).catch(nullIfMissing);
    if (!facts?.isDirectory()) {
      const wasThere = known.delete(folder);
      return { entries: [], isUnchanged: !wasThere };
    }
    const changed = `${facts.ino} ${facts.mtimeNs}`;
    const before = known.get(folder);
    if (before?.changed === changed && before.isSettled) return { entries: before.entries, isUnchanged: true };
    const now = clock.elapsed();
    const firstSeenMs = before?.changed === changed ? before.firstSeenMs : now;
    const entries = await readEntries(folder);
    known.set(folder, { changed, firstSeenMs, isSettled: now - firstSeenMs > MAX_CLOCK_TICK_MS, entries });
    return { entries, isUnchanged: false };
  };

  return {
    list: (folder) => list(folder).catch(() => ({ entries: known.get(folder)?.entries ?? [], isUnchanged: false })),
  };
}

async function readEntries(folder: string): Promise<DirectoryEntry[]> {
  const found = await readdir(folder, { withFileTypes: true });
  return found
    .filter(({ name }) => !name.startsWith('.'))
    .slice(0, MAX_ENTRIES)
    .map(
      (entry) =>
        ({ name: entry.name, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other' }) as const,
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
