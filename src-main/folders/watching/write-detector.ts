import { lstat } from 'node:fs/promises';
import { findContainerEnd, isPlainFile } from './container-end.ts';
import { toReadyFile, type ReadyFile } from './ready-file.ts';

/** If the content does not show its end, a file is complete when it is unchanged for this time. */
const QUIET_MS = 500;
/** Maximum interval between checks of an incomplete file. */
const LONGEST_PAUSE_MS = 5_000;
/** An incomplete file that does not grow for this time is reported as stuck and only checked after a change. */
const STUCK_MS = 60_000;
/** A file that may not be read counts as complete when it is unchanged for this time: it may get its permissions last. */
const DENIED_MS = 3_000;
const TICK_MS = 50;
/** Maximum number of open files; low, because scanning the folder has priority. */
const AT_ONCE = { walking: 2, else: 32 } as const;

/** Waits until files are complete. */
export interface WriteDetector {
  /** A path may have changed. */
  add(filePath: string): void;
  /** Reports a file again, if it is there in a few seconds or when its path changes. */
  recheck(filePath: string): void;
  /** Resolves with the number of incomplete files when all noted files were checked. */
  check(): Promise<number>;
  close(): void;
}

interface Watched {
  readonly path: string;
  /** Its state at the last check. */
  version: string | null;
  /** When this state was first seen, `performance.now()`. */
  since: number;
  dueAt: number;
  pauseMs: number;
  /** True if it changed since the last check began. */
  isNoted: boolean;
}

interface Listener {
  /** Called once for each new content of a path, and again after a rename. */
  onReady(file: ReadyFile): void;
  /** The file is incomplete and was not written to for a minute. */
  onStuck(filePath: string): void;
}

/** Creates a detector without files; `isWalking`: returns true while files are still being found. */
export function createWriteDetector({ onReady, onStuck }: Listener, isWalking: () => boolean): WriteDetector {
  const watched = new Map<string, Watched>();
  /** Paths in `watched` that are due, in this order from `next` on, and those for later. Paths in neither are being checked. */
  let due: Watched[] = [];
  let next = 0;
  const later = new Set<Watched>();
  const told = new Map<string, string>();
  /** Resolved when nothing is due and no check is running. */
  let waiting: ((unsettled: number) => void)[] = [];
  let inHand = 0;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const toWatched = (filePath: string): Watched => {
    const fresh = { path: filePath, version: null, since: 0, dueAt: 0, pauseMs: QUIET_MS, isNoted: false };
    watched.set(filePath, fresh);
    return fresh;
  };

  const tick = (): void => {
    timer = null;
    const now = performance.now();
    for (const file of later) if (file.dueAt <= now && later.delete(file)) due.push(file);
    turn();
  };

  const turn = (): void => {
    const most = isWalking() ? AT_ONCE.walking : AT_ONCE.else;
    while (inHand < most && next < due.length) void look(due[next++]!);
    if (next === due.length) [due, next] = [[], 0];
    if (inHand === 0) answer();
    if (later.size > 0 && !isClosed) timer ??= setTimeout(tick, TICK_MS);
  };

  const answer = (): void => {
    for (const resolve of waiting) resolve(watched.size);
    waiting = [];
  };

  const look = async (file: Watched): Promise<void> => {
    inHand++;
    file.isNoted = false;
    const isOver = await judge(file).catch(() => false);
    inHand--;
    if (isClosed) return;
    // A path that changed in the meantime is checked soon, but a continuous writer is not followed step by step.
    if (isOver && !file.isNoted) watched.delete(file.path);
    else putOff(file, file.isNoted ? TICK_MS : file.pauseMs);
    turn();
  };

  const putOff = (file: Watched, pauseMs: number): void => {
    file.dueAt = performance.now() + pauseMs;
    file.pauseMs = Math.min(LONGEST_PAUSE_MS, file.pauseMs * 1.5);
    later.add(file);
  };

  /** True if a path needs no more checks. */
  const judge = async (file: Watched): Promise<boolean> => {
    const facts = await lstat(file.path, { bigint: true }).catch(() => null);
    const found = facts && toReadyFile(file.path, facts);
    if (!found || isClosed) {
      told.delete(file.path);
      return true;
    }
    // A file that was moved away and back differs only in its change time.
    const seen = `${found.version}:${facts.ctimeNs}`;
    if (told.get(file.path) === seen) return true;
    const now = performance.now();
    const isSame = file.version === found.version;
    if (!isSame) Object.assign(file, { version: found.version, since: now, pauseMs: QUIET_MS });
    const isQuiet = isSame && now - file.since >= QUIET_MS;
    const isDenied = (error: NodeJS.ErrnoException): boolean => {
      // Whoever reads it next says why it cannot be read.
      if (now - file.since >= DENIED_MS && (error.code === 'EACCES' || error.code === 'EPERM')) return true;
      throw error;
    };
    if (isPlainFile(file.path) ? isQuiet : await isWhole(found, isQuiet).catch(isDenied)) {
      told.set(file.path, seen);
      onReady(found);
      return true;
    }
    if (now - file.since < STUCK_MS) return false;
    onStuck(file.path);
    return true;
  };

  return {
    add: (filePath) => {
      const known = watched.get(filePath);
      if (known) {
        known.isNoted = true;
        known.dueAt = Math.min(known.dueAt, performance.now() + TICK_MS);
        return;
      }
      due.push(toWatched(filePath));
      turn();
    },
    recheck: (filePath) => {
      if (isClosed) return;
      told.delete(filePath);
      const known = watched.get(filePath);
      // The pause limits how often a file is read that differs each time it is read.
      if (known) known.isNoted = true;
      else putOff(toWatched(filePath), LONGEST_PAUSE_MS);
      turn();
    },
    check: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        turn();
      }),
    close: () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      [due, next] = [[], 0];
      watched.clear();
      later.clear();
      answer();
    },
  };
}

/** Result of checking a file's content; `isQuiet`: it was unchanged for long enough, for formats without an end mark. */
async function isWhole(found: ReadyFile, isQuiet: boolean): Promise<boolean> {
  const end = await findContainerEnd(found.path);
  if (end === 'unfinished' || (end === 'unsure' && !isQuiet)) return false;
  // The file that was read must be the one that was checked.
  const after = await lstat(found.path, { bigint: true });
  return toReadyFile(found.path, after)?.version === found.version;
}
