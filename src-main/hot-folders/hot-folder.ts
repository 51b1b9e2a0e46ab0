import path from 'node:path';
import type { Credits } from '../../src-shared/api/pricing/credits.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import { MODEL_EXTENSIONS, IMAGE_EXTENSIONS, PROMPT_EXTENSIONS } from '../../src-shared/formats/formats.ts';
import { ARCHIVE_FOLDERS, type HotFolder, type HotFolderState } from '../../src-shared/hot-folders/hot-folder.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import type { WatcherState } from '../folders/watching/folder-watcher.ts';
import type { WatchThread, WatchedFolder } from '../folders/watching/watch-thread.ts';
import type { ReadyFile } from '../folders/watching/ready-file.ts';
import { isUnwritable } from '../base/sqlite/sqlite-errors.ts';
import type { HoldReason } from '../pipeline/job-record.ts';
import type { System } from '../base/system.ts';
import { createSpendingAgreement } from './spending-agreement.ts';
import { createUnconfirmedBatch, type ConfirmationRequest } from './unconfirmed-batch.ts';
import { createFolderLease, type FolderLease } from './folder-lease.ts';
import { isOpenAt } from './opening-hours.ts';
import { createProblemList } from './problem-list.ts';
import { archiveSource } from './archive-source.ts';
import { toRelativePath, type ReadyUnit } from './ready-source.ts';
import { planJobs, createJobs, type CreatedJobs, type JobCreationDeps } from './create-jobs.ts';
import { createWaitingFiles } from './waiting-files.ts';
import { log } from '../base/log/log.ts';

/** What a hot folder needs of the rest. */
export interface HotFolderDeps extends JobCreationDeps {
  readonly watch: WatchThread;
  readonly system: System;
  readonly home: string;
  /** Credits a day the folder may spend; null: no cap. */
  capPerDay(): string | null;
  /** Throws AppError when the folder cannot be one beside the others. */
  check(folder: HotFolder): Promise<void>;
  /** Something is to be told of it. */
  onChange(): void;
  onJobsCreated(folder: HotFolder, taken: CreatedJobs): void;
}

/** A folder being watched, and what is known of it. */
export interface OpenHotFolder {
  readonly folder: HotFolder;
  state(): HotFolderState;
  readonly error: ErrorInfo | null;
  readonly waiting: number;
  readonly createdJobs: number;
  readonly question: ConfirmationRequest | null;
  problems(): readonly ErrorInfo[];
  /** The person says yes to its jobs that wait for one, up to a total. Throws `needs_yes` when they cost more by now. */
  approve(agreed: Credits | null): void;
  /** Looks through the whole folder; resolves when all that can be taken was. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Files of one turn: the queue is asked once for them, and others get their turn in between. */
const AT_ONCE = 100;
/** Pause after which a folder that cannot be used now is tried again, and hours are looked at. */
const LOOK_AGAIN_MS = 5_000;
/** Pause between two looks at whether everything was taken. */
const SETTLE_MS = 50;
/** What counts in a hot folder. */
const ENDINGS = [...IMAGE_EXTENSIONS, ...MODEL_EXTENSIONS, ...PROMPT_EXTENSIONS];

/** Starts watching a folder. */
export function openHotFolder(folder: HotFolder, deps: HotFolderDeps): OpenHotFolder {
  const { clock } = deps.system;
  const waiting = createWaitingFiles(clock.elapsed);
  const { note, list: problems } = createProblemList();
  const agreement = createSpendingAgreement(clock.elapsed, folder.mostAtOnce, () => deps.capPerDay() !== null);
  const batch = createUnconfirmedBatch(folder.id, {
    ...{ clock, queue: deps.queue },
    plan: (jobs, place) => deps.plan(jobs, folder.id, place),
  });
  let eyeState: WatcherState = 'starting';
  let watcher: WatchedFolder | null = null;
  let lease: FolderLease | null = null;
  let error: ErrorInfo | null = null;
  let takenCount = 0;
  let isClosed = false;
  let unschedule: (() => void) | null = null;
  let turn: Promise<void> | null = null;
  let isAsked = false;

  const tell = (): void => {
    if (!isClosed) deps.onChange();
  };
  const open = async (): Promise<void> => {
    try {
      await deps.check(folder);
      error = null;
    } catch (thrown) {
      error = toErrorInfo(thrown);
      return tell();
    }
    if (isClosed || watcher) return;
    lease = createFolderLease(folder.path, deps.home, clock, () => {
      tell();
      pump();
    });
    const outside = Object.values(ARCHIVE_FOLDERS).map((name) => path.join(folder.path, name));
    watcher = deps.watch.open(
      { folder: folder.path, endings: ENDINGS, outside, polls: folder.polls },
      {
        onReady,
        onStuck: (at) => {
          waiting.drop([at]);
          note(toErrorInfo(new AppError('half_written', '', { subject: path.basename(at) })));
          tell();
        },
        onState: (state) => {
          eyeState = state;
          tell();
          pump();
        },
      },
    );
  };

  const onReady = (file: ReadyFile): void => {
    const place = toRelativePath(folder.path, file.path);
    const known = deps.claimedFiles.find({ folderId: folder.id, fileId: '', place });
    // What stays where it is needs no second reading to be known.
    if (known.some((mark) => mark.version === file.stamp && mark.fileId.split(':')[0] === file.fileId.split(':')[1])) {
      return waiting.drop([file.path]);
    }
    waiting.note(file);
    pump();
  };

  const mayTake = (): boolean =>
    !isClosed &&
    folder.enabled &&
    error === null &&
    lease?.isOurs() === true &&
    eyeState !== 'gone' &&
    isOpenAt(folder.schedule, clock.now());

  /** One turn at a time; what comes meanwhile makes another. */
  const pump = (): void => {
    isAsked = true;
    turn ??= run().finally(() => {
      turn = null;
      if (isAsked && !isClosed) pump();
    });
  };
  const run = async (): Promise<void> => {
    unschedule?.();
    unschedule = null;
    while (isAsked && !isClosed) {
      isAsked = false;
      await takeAll().catch((thrown: unknown) => {
        if (thrown instanceof AppError) error = toErrorInfo(thrown);
        // A disk that is full or gone may come back; nothing was taken that is not written down.
        else if (!isUnwritable(thrown) && typeof (thrown as NodeJS.ErrnoException).syscall !== 'string')
          log.error('hot folders', folder.path, thrown);
      });
    }
    tell();
    const views = waiting.nextDueMs();
    const pauses = [views, waiting.size > 0 || error || folder.schedule ? LOOK_AGAIN_MS : null];
    const due = Math.min(...pauses.map((ms) => ms ?? Infinity));
    if (due < Infinity && !isClosed) unschedule = clock.after(due, error ? () => void open().then(pump) : pump);
  };

  const takeAll = async (): Promise<void> => {
    if (!mayTake()) return;
    const units = await waiting.findUnits();
    for (const name of waiting.withoutFront) note(toErrorInfo(new AppError('front_missing', '', { subject: name })));
    if (units.length === 0) return;
    const doubt = await findDoubt(units);
    for (let at = 0; at < units.length && mayTake(); at += AT_ONCE) {
      // A sidecar may make one dearer than the folder's recipe is.
      const judge = (plan: SpendingPlan) => doubt ?? agreement.findDoubt(plan, false);
      const taken = await createJobs(folder, units.slice(at, at + AT_ONCE), judge, deps);
      for (const each of taken) await finish(each);
    }
  };

  /** Why none of these may begin before a person says yes; null: as far as the folder's recipe goes they may. */
  const findDoubt = async (units: readonly ReadyUnit[]): Promise<HoldReason | null> => {
    if (deps.order().free) return null;
    const asked = batch.question();
    // Files that were too many do not become few by waiting.
    if (asked?.isMany || agreement.isMany(units.length)) return 'many';
    return agreement.findDoubt(await planJobs(folder, units, deps), asked !== null);
  };

  const finish = async (taken: CreatedJobs): Promise<void> => {
    const { unit, kind } = taken;
    waiting.drop(unit.files.map(({ file }) => file.path));
    if (kind === 'job') {
      takenCount++;
      agreement.count(1);
    }
    if (kind === 'refused') await refuse(taken);
    deps.onJobsCreated(folder, taken);
  };

  const refuse = async ({ unit, error: why, marks }: Extract<CreatedJobs, { kind: 'refused' }>): Promise<void> => {
    note(why);
    const files = unit.files.map(({ file }) => ({ place: toRelativePath(folder.path, file.path) }));
    const isMoved =
      folder.after === 'move' &&
      (await archiveSource(folder.path, files, 'failed', toRefusalText(why)).then(
        () => true,
        () => false,
      ));
    // It stays where it is, and is not refused again at every start.
    if (!isMoved) deps.claimedFiles.addRefused(marks);
  };

  const opening = open();

  return {
    folder,
    get error() {
      return error;
    },
    get waiting() {
      return waiting.size;
    },
    get createdJobs() {
      return takenCount;
    },
    get question() {
      return batch.question();
    },
    problems,
    state: () => {
      if (!folder.enabled) return 'paused';
      if (error) return 'refused';
      if (lease && !lease.isOurs() && lease.elsewhere() !== null) return 'elsewhere';
      if (eyeState === 'gone' || eyeState === 'starting') return eyeState;
      if (batch.question()) return 'waits_for_yes';
      return isOpenAt(folder.schedule, clock.now()) ? eyeState : 'off_hours';
    },
    approve: batch.confirm,
    settle: async () => {
      await opening;
      // Files whose end cannot be seen are whole when they rest for a while.
      while (!isClosed && ((await watcher?.rescan()) ?? 0) > 0) await clock.pause(SETTLE_MS * 4);
      // Whose folder it is may not be known yet, and views wait for company; whatever else holds them may last.
      const isUndecided = (): boolean => lease !== null && !lease.isOurs() && lease.elsewhere() === null;
      while (!isClosed && (isUndecided() || (waiting.size > 0 && mayTake() && waiting.isMoving))) {
        pump();
        await turn;
        await clock.pause(SETTLE_MS);
      }
    },
    close: async () => {
      isClosed = true;
      unschedule?.();
      await watcher?.close();
      await turn?.catch(() => undefined);
      await lease?.close();
    },
  };
}

/** Why a source was not taken, as it lies beside it. */
function toRefusalText(error: ErrorInfo): string {
  const { happened, next } = describeError(error);
  return `${happened} Nothing was charged. ${next}`;
}
