import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isOnNetwork } from '../../base/files/network-folder.ts';
import { createChokidarWatchers } from './chokidar-watchers.ts';
import { createExcludedFolders } from './excluded-folders.ts';
import { createFolderScan } from './folder-scan.ts';
import { createDirectoryWatchers, type DirectoryWatchers, type DirectoryListener } from './directory-watchers.ts';
import { entryIdOf, isTemporaryFile, type ReadyFile } from './ready-file.ts';
import { createWriteDetector } from './write-detector.ts';

/** States of a watched folder. */
export type WatcherState =
  /** The first scan is running. */
  | 'starting'
  | 'watching'
  /** Polled every few seconds: a network folder without change notifications, or selected by the user. */
  | 'polling'
  /** Polled every few seconds, because the system's limit of watches is reached. */
  | 'short_of_watches'
  /** It is missing or cannot be read; it is checked every few seconds. */
  | 'gone';

/** A folder to watch. */
export interface WatcherOptions {
  /** Absolute. */
  readonly folder: string;
  /** File extensions to watch, lower case, without dot. */
  readonly endings: readonly string[];
  /** Absolute folders inside that are never entered, see `createExcludedFolders`. */
  readonly outside: readonly string[];
  /** Scan instead of watching, on any file system. */
  readonly polls: boolean;
  /** The source of change events; absent: the best one for this system. */
  readonly watcher?: Watcher;
}

/** `folders`: one system watch for each folder; `chokidar`: its watches of a whole tree. */
export type Watcher = 'folders' | 'chokidar';

/**
 * On Linux a watch for each folder starts in a third of chokidar's time, takes four fifths of its memory, and misses
 * nothing at its start (`npm run bench -- watch`). Other systems were not measured, so they use chokidar.
 */
const USUAL_WATCHER: Watcher = process.platform === 'linux' ? 'folders' : 'chokidar';

/** Events of a folder watcher. */
export interface WatcherListener {
  onReady(file: ReadyFile): void;
  onStuck(filePath: string): void;
  onState(state: WatcherState): void;
}

/** A folder that is being watched. */
export interface FolderWatcher {
  /** Scans everything now; resolves with the number of incomplete files when all files were checked. */
  rescan(): Promise<number>;
  /** Reports a file again if it is still there, or when it is there again. */
  recheck(filePath: string): void;
  close(): Promise<void>;
}

/** Periodic scans find changes that the system did not report. */
const WALK_MS = 60_000;
const POLL_MS = 5_000;
const BEAT_MS = 1_000;
/** A timer this late means that the computer slept, or that this process was stopped. */
const SLEPT_MS = 5_000;
/** This number of new names or changes within a timer interval may overflow the system's queue. */
const BURST = { names: 1_000, changes: 8_000 } as const;

/**
 * Watches a folder and its subfolders, and reports each file once it is complete. System events make it fast; scans
 * at the start, after sleep, errors and bursts, and every minute make it complete, because every watcher loses events.
 */
export function createFolderWatcher(order: WatcherOptions, listener: WatcherListener): FolderWatcher {
  const { folder, endings } = order;
  const excluded = createExcludedFolders(order.outside);
  const settling = createWriteDetector(listener, () => walking !== null);
  const accepts = (name: string): boolean => endings.includes(path.extname(name).slice(1).toLowerCase());
  const scan = createFolderScan(folder, {
    accepts,
    excluded,
    onFile: settling.add,
    onFolder: (at, id) => watches?.add(at, id) ?? false,
  });
  let watches: DirectoryWatchers | null = null;
  let state: WatcherState = 'starting';
  let heard = { names: 0, changes: 0 };
  let lastBeat = performance.now();
  let lastWalk = 0;
  let wantsWhole = true;
  let walking: Promise<void> | null = null;
  let isClosed = false;
  let rootId: string | null = null;

  const say = (next: WatcherState): void => {
    if (next === state || isClosed) return;
    state = next;
    listener.onState(next);
  };

  const noteChange = (inside: string, name: string | null, isName: boolean): void => {
    heard.changes++;
    if (isName) heard.names++;
    if (name === null) return void (wantsWhole = true);
    const at = path.join(inside, name);
    if (isTemporaryFile(name) || excluded.has(at) || scan.isExcluded(at)) return;
    if (accepts(name)) settling.add(at);
    if (!isName) return;
    // It may be a folder, and not the same one as before.
    watches?.drop(at);
    if (!accepts(name)) void scan.enter(at);
  };

  const startWatching = (): void => {
    const told: DirectoryListener = {
      onChange: noteChange,
      onError: ({ code }) => {
        wantsWhole = true;
        if (code !== 'ENOSPC' && code !== 'EMFILE') return;
        stopWatching();
        say('short_of_watches');
      },
    };
    const ignored = (at: string): boolean => isTemporaryFile(path.basename(at)) || excluded.has(at);
    const isTree = (order.watcher ?? USUAL_WATCHER) === 'chokidar';
    watches = isTree ? createChokidarWatchers(folder, ignored, told) : createDirectoryWatchers(told);
  };
  const stopWatching = (): void => {
    watches?.close();
    watches = null;
  };

  const scanOnce = async (): Promise<void> => {
    const whole = wantsWhole || watches === null;
    wantsWhole = false;
    lastWalk = performance.now();
    try {
      const polls = order.polls || (await isOnNetwork(folder));
      const isShort = state === 'short_of_watches';
      rootId = await findFolderId(folder);
      if (!watches && !polls && !isShort && !isClosed) startWatching();
      await scan.rescan(whole);
      say(polls ? 'polling' : watches ? 'watching' : 'short_of_watches');
    } catch {
      wantsWhole = true;
      stopWatching();
      say('gone');
    }
  };
  const scanShared = (): Promise<void> => (walking ??= scanOnce().finally(() => (walking = null)));

  const checkRoot = async (): Promise<void> => {
    // The watch of a folder that was removed or replaced reports nothing.
    if (!watches || walking || (await findFolderId(folder)) === rootId || walking) return;
    wantsWhole = true;
    stopWatching();
    await scanShared();
  };

  const beat = setInterval(() => {
    const now = performance.now();
    const isBurst = heard.names > BURST.names || heard.changes > BURST.changes;
    if (now - lastBeat > SLEPT_MS || isBurst) wantsWhole = true;
    lastBeat = now;
    heard = { names: 0, changes: 0 };
    const pause = watches && state === 'watching' ? WALK_MS : POLL_MS;
    if ((wantsWhole && state !== 'gone') || now - lastWalk >= pause) void scanShared();
    else void checkRoot();
  }, BEAT_MS);
  void scanShared();

  return {
    rescan: async () => {
      await walking;
      wantsWhole = true;
      await scanShared();
      return settling.check();
    },
    recheck: settling.recheck,
    close: async () => {
      isClosed = true;
      clearInterval(beat);
      settling.close();
      await walking;
      stopWatching();
    },
  };
}

async function findFolderId(folder: string): Promise<string | null> {
  const facts = await lstat(folder, { bigint: true }).catch(() => null);
  return facts && entryIdOf(facts);
}
