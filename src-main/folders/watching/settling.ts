import { lstat } from 'node:fs/promises';
import { findContainerEnd } from './container-end.ts';
import { toReadyFile, type ReadyFile } from './ready-file.ts';

/** Where the content does not tell, a file is whole when it looks the same after so long. */
const QUIET_MS = 500;
/** Longest pause between two looks at a file that is not whole yet. */
const LONGEST_PAUSE_MS = 5_000;
/** A file that is not whole and does not grow so long is said to be stuck, and only looked at when something tells of it. */
const STUCK_MS = 60_000;
const TICK_MS = 50;
/** Files that are open at once. */
const AT_ONCE = 32;

/** Waits until files are whole. */
export interface Settling {
  /** Something may be new about a path. */
  note(filePath: string): void;
  /** Forgets what lay at a path. */
  forget(filePath: string): void;
  /** Files not whole yet. */
  readonly waiting: number;
  close(): void;
}

interface Watched {
  /** As it lay there at the last look. */
  version: string | null;
  /** When it came to look so, `performance.now()`. */
  since: number;
  dueAt: number;
  pauseMs: number;
  isBusy: boolean;
  isNoted: boolean;
}

interface Listener {
  /** Once for each content a path comes to hold; again when the file got its name anew. */
  onReady(file: ReadyFile): void;
  /** It is not whole, and nothing was written to it for a minute. */
  onStuck(filePath: string): void;
}

/** A settling that knows no file yet. */
export function createSettling({ onReady, onStuck }: Listener): Settling {
  const watched = new Map<string, Watched>();
  const told = new Map<string, string>();
  let inHand = 0;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const pump = (): void => {
    timer = null;
    const now = performance.now();
    for (const [filePath, file] of watched) {
      if (inHand >= AT_ONCE) break;
      if (!file.isBusy && file.dueAt <= now) void look(filePath, file);
    }
    if (watched.size > 0 && !isClosed) timer = setTimeout(pump, TICK_MS);
  };

  const look = async (filePath: string, file: Watched): Promise<void> => {
    inHand++;
    file.isBusy = true;
    file.isNoted = false;
    const isOver = await judge(filePath, file).catch(() => wait(file));
    file.isBusy = false;
    inHand--;
    if (isOver && !file.isNoted) watched.delete(filePath);
    if (isOver && file.isNoted) file.dueAt = 0;
    // A place is free: the next need not wait for the tick.
    if (timer !== null && !isClosed && watched.size > 0 && inHand === AT_ONCE - 1) {
      clearTimeout(timer);
      pump();
    }
  };

  /** Whether nothing more is to be waited for at a path. */
  const judge = async (filePath: string, file: Watched): Promise<boolean> => {
    const facts = await lstat(filePath, { bigint: true }).catch(() => null);
    const found = facts && toReadyFile(filePath, facts);
    if (!found || isClosed) return true;
    // A file that was away and is back looks as before, but for the time of its last change of name.
    const seen = `${found.version}:${facts.ctimeNs}`;
    if (told.get(filePath) === seen) return true;
    const now = performance.now();
    const isSame = file.version === found.version;
    if (!isSame) Object.assign(file, { version: found.version, since: now, pauseMs: QUIET_MS });
    const end = await findContainerEnd(filePath);
    if (end === 'ended' || (end === 'unsure' && isSame && now - file.since >= QUIET_MS)) {
      // What was read must be what was looked at.
      const after = await lstat(filePath, { bigint: true });
      if (toReadyFile(filePath, after)?.version !== found.version) return wait(file);
      told.set(filePath, seen);
      onReady(found);
      return true;
    }
    if (now - file.since < STUCK_MS) return wait(file);
    onStuck(filePath);
    return true;
  };

  return {
    note: (filePath) => {
      const file = watched.get(filePath);
      if (file) {
        file.isNoted = true;
        // What just changed is looked at soon, but a writer that never rests is not followed step by step.
        file.dueAt = Math.min(file.dueAt, performance.now() + TICK_MS);
        return;
      }
      const fresh = { version: null, since: 0, dueAt: 0, pauseMs: QUIET_MS, isBusy: false, isNoted: false };
      watched.set(filePath, fresh);
      if (inHand < AT_ONCE) void look(filePath, fresh);
      timer ??= setTimeout(pump, TICK_MS);
    },
    forget: (filePath) => {
      told.delete(filePath);
      watched.delete(filePath);
    },
    get waiting() {
      return watched.size;
    },
    close: () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      watched.clear();
    },
  };
}

function wait(file: Watched): false {
  file.dueAt = performance.now() + file.pauseMs;
  file.pauseMs = Math.min(LONGEST_PAUSE_MS, file.pauseMs * 1.5);
  return false;
}
