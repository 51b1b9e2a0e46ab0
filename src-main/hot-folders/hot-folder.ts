import path from 'node:path';
import type { Credits } from '../../src-shared/api/pricing/credits.ts';
import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import type { HotFolder, HotFolderState } from '../../src-shared/hot-folders/hot-folder.ts';
import { log } from '../base/log/log.ts';
import { createRepeatingTask } from '../base/repeating-task.ts';
import { isUnwritable } from '../base/sqlite/sqlite-errors.ts';
import type { System } from '../base/system.ts';
import type { WatcherState } from '../folders/watching/folder-watcher.ts';
import type { WatchThread, WatchedFolder } from '../folders/watching/watch-thread.ts';
import { createFolderLease, type FolderLease } from './folder-lease.ts';
import { isWithinSchedule } from './schedule.ts';
import { createProblemList } from './problem-list.ts';
import { createSourceIntake, type SourceIntakeDeps } from './source-intake.ts';
import type { ConfirmationRequest } from './unconfirmed-batch.ts';
import { archiveFoldersOf, isWatchedFile, WATCHED_EXTENSIONS } from './watched-files.ts';

/** Dependencies of a hot folder. */
export interface HotFolderDeps extends Omit<SourceIntakeDeps, 'clock' | 'problems' | 'recheck'> {
  readonly watch: WatchThread;
  readonly system: System;
  readonly home: string;
  /** Throws AppError when the folder conflicts with the others. */
  check(folder: HotFolder): Promise<void>;
  /** The state, the counts or the problems have changed. */
  onChange(): void;
}

/** A watched folder and its state. */
export interface OpenHotFolder {
  readonly folder: HotFolder;
  state(): HotFolderState;
  readonly error: ErrorInfo | null;
  readonly waiting: number;
  readonly createdJobs: number;
  readonly question: ConfirmationRequest | null;
  problems(): readonly ErrorInfo[];
  /** Confirms its waiting jobs, up to a total. Throws `needs_yes` if they cost more by now. */
  approve(agreed: Credits | null): void;
  /** Scans the entire folder; resolves when all available files have become jobs. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Delay after which an unusable folder is tried again and the opening hours are checked. */
const RETRY_MS = 5_000;
/** Interval between two checks of `settle`. */
const SETTLE_MS = 50;

/** Starts watching a folder. */
export function openHotFolder(folder: HotFolder, deps: HotFolderDeps): OpenHotFolder {
  const { clock } = deps.system;
  const problems = createProblemList();
  const intake = createSourceIntake(folder, {
    ...{ ...deps, clock, problems },
    recheck: (file) => watcher?.recheck(file),
  });
  const turns = createRepeatingTask(takeTurn);
  let watcher: WatchedFolder | null = null;
  let watcherState: WatcherState = 'starting';
  let lease: FolderLease | null = null;
  let error: ErrorInfo | null = null;
  let isClosed = false;
  let unschedule: (() => void) | null = null;
  let cancelRetry: (() => void) | null = null;

  const opening = open();

  async function open(): Promise<void> {
    try {
      await deps.check(folder);
      error = null;
    } catch (thrown) {
      error = toErrorInfo(thrown);
      return onStateChange();
    }
    if (isClosed || watcher) return;
    lease = createFolderLease(folder.path, deps.home, clock, onStateChange);
    watcher = deps.watch.open(
      { folder: folder.path, endings: WATCHED_EXTENSIONS, outside: archiveFoldersOf(folder.path), polls: folder.polls },
      {
        onReady: (file) => {
          if (isWatchedFile(path.basename(file.path)) && intake.add(file)) turns.request();
        },
        onStuck: (file) => {
          intake.drop(file);
          problems.note(toErrorInfo(new AppError('half_written', '', { subject: path.basename(file) })));
          announce();
        },
        onState: (state) => {
          watcherState = state;
          onStateChange();
        },
      },
    );
  }

  function announce(): void {
    if (!isClosed) deps.onChange();
  }

  function onStateChange(): void {
    announce();
    turns.request();
  }

  function mayRun(): boolean {
    const isUsable = !isClosed && folder.enabled && error === null && watcherState !== 'gone';
    return isUsable && lease?.isOurs() === true && isWithinSchedule(folder.schedule, clock.now());
  }

  async function takeTurn(): Promise<void> {
    unschedule?.();
    unschedule = null;
    await intake.run(mayRun).catch((thrown: unknown) => {
      if (thrown instanceof AppError) error = toErrorInfo(thrown);
      // The disk may become available again; a job that could not be saved left its file in the folder.
      else if (!isUnwritable(thrown) && typeof (thrown as NodeJS.ErrnoException).syscall !== 'string')
        log.error('hot folders', folder.path, thrown);
    });
    announce();
    scheduleTurn();
  }

  function scheduleTurn(): void {
    if (isClosed) return;
    // New files do not delay the next attempt.
    if (error) return void (cancelRetry ??= clock.after(RETRY_MS, retry));
    const pauses = [intake.nextDueMs(), intake.waiting > 0 || folder.schedule ? RETRY_MS : null];
    const due = Math.min(...pauses.map((ms) => ms ?? Infinity));
    if (due !== Infinity) unschedule = clock.after(due, turns.request);
  }

  function retry(): void {
    void open().then(() => {
      cancelRetry = null;
      turns.request();
    });
  }

  return {
    folder,
    get error() {
      return error ?? lease?.problem() ?? null;
    },
    get waiting() {
      return intake.waiting;
    },
    get createdJobs() {
      return intake.createdJobs;
    },
    get question() {
      return intake.question();
    },
    problems: problems.list,
    state: () => {
      if (!folder.enabled) return 'paused';
      if (error) return 'refused';
      if (lease && !lease.isOurs() && lease.elsewhere() !== null) return 'elsewhere';
      if (watcherState === 'gone' || watcherState === 'starting') return watcherState;
      if (lease?.problem()) return 'refused';
      if (intake.question()) return 'waits_for_yes';
      return isWithinSchedule(folder.schedule, clock.now()) ? watcherState : 'off_hours';
    },
    approve: intake.confirm,
    settle: async () => {
      await opening;
      // The lease may still be undecided, and view sets wait for more files; other reasons for waiting may last.
      // In a folder that is missing it is never decided.
      const isUndecided = (): boolean =>
        watcherState !== 'gone' && lease?.isOurs() === false && lease.elsewhere() === null && lease.problem() === null;
      const hasIncomplete = async (): Promise<boolean> => !isClosed && ((await watcher?.rescan()) ?? 0) > 0;
      // A file that changed while its job was created is incomplete again after its turn.
      do {
        // A file whose format has no end marker is complete when it was unchanged for a while.
        while (await hasIncomplete()) await clock.pause(SETTLE_MS * 4);
        while (!isClosed && (isUndecided() || (intake.waiting > 0 && mayRun() && intake.isMoving))) {
          turns.request();
          await turns.idle();
          await clock.pause(SETTLE_MS);
        }
      } while (await hasIncomplete());
    },
    close: async () => {
      isClosed = true;
      unschedule?.();
      cancelRetry?.();
      await watcher?.close();
      await turns.close();
      await lease?.close();
    },
  };
}
