import { lstat, readdir } from 'node:fs/promises';
import { systemClock, type Clock } from '../../base/clock.ts';

/** A name in a folder. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/** Lists folders again and again, and reads only those that changed. */
export interface DirectoryCache {
  /** Names without hidden ones, sorted, none where there is no folder; `isSame` when nothing came or went since the last call. */
  list(folder: string): Promise<{ readonly entries: readonly DirectoryEntry[]; readonly isSame: boolean }>;
}

interface Listing {
  readonly changed: string;
  /** When this folder was first seen with that time. */
  readonly firstSeenMs: number;
  readonly isSettled: boolean;
  readonly entries: readonly DirectoryEntry[];
}

/** A listing as young as the folder's last change may miss a name made in the same tick of the disk; FAT's take 2 s. */
const TICK_MS = 2_500;

/** So many names are looked at; more is no folder of ours. */
const MAX_ENTRIES = 100_000;

/** A list that knows nothing yet. */
export function createDirectoryCache(clock: Clock = systemClock): DirectoryCache {
  const known = new Map<string, Listing>();
  return {
    list: async (folder) => {
      const facts = await lstat(folder, { bigint: true }).catch(() => null);
      if (!facts?.isDirectory()) {
        const wasThere = known.delete(folder);
        return { entries: [], isSame: !wasThere };
      }
      const changed = `${facts.ino} ${facts.mtimeNs}`;
      const before = known.get(folder);
      if (before?.changed === changed && before.isSettled) return { entries: before.entries, isSame: true };
      const now = clock.elapsed();
      const firstSeenMs = before?.changed === changed ? before.firstSeenMs : now;
      const entries = await readEntries(folder);
      known.set(folder, { changed, firstSeenMs, isSettled: now - firstSeenMs > TICK_MS, entries });
      return { entries, isSame: false };
    },
  };
}

async function readEntries(folder: string): Promise<DirectoryEntry[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return found
    .filter(({ name }) => !name.startsWith('.'))
    .slice(0, MAX_ENTRIES)
    .map(
      (entry) =>
        ({ name: entry.name, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other' }) as const,
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
