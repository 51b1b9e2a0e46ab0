import { lstat } from 'node:fs/promises';
import { findContainerEnd, isPlainFile } from './container-end.ts';
import { toReadyFile, type ReadyFile } from './ready-file.ts';

/** If the content does not show its end, a file is complete when it is unchanged for this time. */
const QUIET_MS = 500;
/** Maximum interval between checks of an incomplete file. */
const LONGEST_PAUSE_MS = 5_000;
/** An incomplete file that does not grow for this time is reported as stuck and only checked after a change. */
const STUCK_MS = 60_000;
const TICK_MS = 50;
/** Files that are open at once; few while their folder is walked, which is over the sooner. */
const AT_ONCE = { walking: 2, else: 32 } as const;

/** Waits until files are complete. */
export interface WriteDetector {
  /** Something may be new about a path. */
  add(filePath: string): void;
  /** Resolves with the number of incomplete files when all noted files were checked. */
  check(): Promise<number>;
  close(): void;
}

interface Watched {
  readonly path: string;
  /** As it lay there at the last look. */
  version: string | null;
  /** When it came to look so, `performance.now()`. */
  since: number;
  dueAt: number;
  pauseMs: number;
  /** Something was new about it since the last look began. */
  isNoted: boolean;
}

interface Listener {
  /** Called once for each new content of a path, and again after a rename. */
  onReady(file: ReadyFile): void;
  /** The file is incomplete and was not written to for a minute. */
  onStuck(filePath: string): void;
}

/** A settling that knows no file yet; `isWalking`: whether files are still being found. */
export function createWriteDetector({ onReady, onStuck }: Listener, isWalking: () => boolean): WriteDetector {
  const watched = new Map<string, Watched>();
  /** Of `watched`: to be looked at now, in this order from `next` on, and later. What is in neither is being looked at. */
  let due: Watched[] = [];
  let next = 0;
  const later = new Set<Watched>();
  const told = new Map<string, string>();
  /** Who waits until nothing is due and nothing in hand. */
  let waiting: ((unsettled: number) => void)[] = [];
  let inHand = 0;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

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
    // What changed meanwhile is looked at soon, but a writer that never rests is not followed step by step.
    if (isOver && !file.isNoted) watched.delete(file.path);
    else putOff(file, file.isNoted ? TICK_MS : file.pauseMs);
    turn();
  };

  const putOff = (file: Watched, pauseMs: number): void => {
    file.dueAt = performance.now() + pauseMs;
    file.pauseMs = Math.min(LONGEST_PAUSE_MS, file.pauseMs * 1.5);
    later.add(file);
  };

  /** Whether nothing more is to be waited for at a path. */
  const judge = async (file: Watched): Promise<boolean> => {
    const facts = await lstat(file.path, { bigint: true }).catch(() => null);
    const found = facts && toReadyFile(file.path, facts);
    if (!found || isClosed) {
      told.delete(file.path);
      return true;
    }
    // A file that was away and is back looks as before, but for the time of its last change of name.
    const seen = `${found.version}:${facts.ctimeNs}`;
    if (told.get(file.path) === seen) return true;
    const now = performance.now();
    const isSame = file.version === found.version;
    if (!isSame) Object.assign(file, { version: found.version, since: now, pauseMs: QUIET_MS });
    const isQuiet = isSame && now - file.since >= QUIET_MS;
    if (isPlainFile(file.path) ? isQuiet : await isWhole(found, isQuiet)) {
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
      const fresh = { path: filePath, version: null, since: 0, dueAt: 0, pauseMs: QUIET_MS, isNoted: false };
      watched.set(filePath, fresh);
      due.push(fresh);
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

/** Whether a file is complete, judged by its content; `isQuiet`: it was unchanged for long enough, for formats without an end mark. */
async function isWhole(found: ReadyFile, isQuiet: boolean): Promise<boolean> {
  const end = await findContainerEnd(found.path);
  if (end === 'unfinished' || (end === 'unsure' && !isQuiet)) return false;
  // What was read must be what was looked at.
  const after = await lstat(found.path, { bigint: true });
  return toReadyFile(found.path, after)?.version === found.version;
}
