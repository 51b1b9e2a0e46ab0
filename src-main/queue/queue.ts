import path from 'node:path';
import type { QueueCursor } from '../../src-shared/ipc/calls/queue-calls.ts';
import { isActive, type Job } from '../../src-shared/jobs/job.ts';
import { compareJobs } from './library/compare-jobs.ts';
import type { QueuePause } from '../../src-shared/ipc/views/money-view.ts';
import type { ComparedJob } from '../../src-shared/ipc/calls/library-calls.ts';
import { openFileReader } from '../readers/open-file-reader.ts';
import { belongsTo, serviceOf, type ArtifactRecord, type JobRecord, type Payer } from '../pipeline/job-record.ts';
import { mayHaveTask } from '../pipeline/intent.ts';
import { THUMBNAIL } from '../pipeline/steps/prepare.ts';
import { SYSTEM } from '../base/system.ts';
import { createAdmission } from './admission.ts';
import { createDispatcher } from './dispatcher.ts';
import { withCurrentPricing } from './with-current-pricing.ts';
import { createJobCommands, type JobCommands } from './commands/job-commands.ts';
import { pauseJobs, pauseQueue, resumeJobs } from './commands/pause-jobs.ts';
import { moveSources } from './commands/move-sources.ts';
import { createUnconfirmedJobs, type UnconfirmedJobs } from './unconfirmed-jobs.ts';
import { createUnpreparedThumbnails, type UnpreparedThumbnails } from './unprepared-thumbnails.ts';
import type { ClaimedFiles } from './store/claimed-files.ts';
import { toBestEffortStore } from './store/best-effort-store.ts';
import { createJobList, type JobChanges } from './job-list/job-list.ts';
import { byPosition, type KnownJobs } from './job-list/job-memory.ts';
import type { ErrorInfo } from '../../src-shared/base/errors.ts';
import { toJobView } from './job-list/job-view.ts';
import { createJobsWaitingForKey } from './waiting-for-key.ts';
import { createSpendingControl, type QueueSpending } from './spending/spending-control.ts';
import { createOverCapJobs } from './spending/over-cap-jobs.ts';
import { createJobRecords, type NewSource, type BatchOptions } from './create-job-records.ts';
import type { DamagedJobs } from './store/job-rows.ts';
import { openQueueStore, type RebuiltDatabase } from './store/queue-store.ts';
import { createLibraryCleaner, type LibraryCleaner } from './library/library-cleaner.ts';
import { createCollections, type Collections } from './library/collections.ts';
import { createImageCleaner } from './library/image-cleaner.ts';
import { createTrash, type Trash } from './library/trash.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { QueueParts } from './queue-parts.ts';
import { createReconciler, type Reconciler } from './reconciler.ts';
import { createJobRunner } from './job-runner.ts';
import { createRunningJobs } from './running-jobs.ts';
import type { ServiceConnection } from './run-job.ts';
import { createScheduler, groupOf } from './scheduler.ts';
import { createServicePools } from './service-pools.ts';
import { createJobSettlement } from './job-settlement.ts';
import { sliceRecords, type RecordSlice } from './job-list/slice-records.ts';

/** Saves every job to disk first, then runs it until it is done or needs the user. */
export interface Queue extends JobCommands {
  /** Views of the jobs in memory, see `records`. */
  list(): Job[];
  /** Views of these jobs, in order; unknown ids are left out. */
  views(ids: Iterable<string>): Job[];
  /** The part of the jobs in memory after a place; null: their first part. */
  slice(after: QueueCursor | null): RecordSlice<Job>;
  /** Views of all jobs, see `KnownJobs`. */
  pages(): AsyncGenerator<Job[]>;
  /** Views of settled jobs that are not in memory, from the last; see `KnownJobs`. */
  older(before: number | null, most: number): Job[];
  /** The jobs in memory, in order: all that are not settled, and the last settled ones. */
  records(): JobRecord[];
  /** All jobs, see `KnownJobs`. */
  readonly known: KnownJobs;
  find(id: string): JobRecord | undefined;
  /** Facts of jobs for a comparison; unknown ids are left out. */
  compare(ids: readonly string[]): Promise<ComparedJob[]>;
  /** Adds all in one transaction; nothing is read or sent before it is committed. */
  add(sources: readonly NewSource[], options: BatchOptions): JobRecord[];
  /** Starts running jobs; until then the queue only stores them. */
  start(): void;
  /** Pauses jobs, or without ids the whole queue, before the next charge; durable. */
  pause(ids?: readonly string[]): void;
  /** Resumes paused jobs, or the entire queue if no ids are given. */
  resume(ids?: readonly string[]): void;
  /** True if the whole queue is paused. */
  isPaused(): boolean;
  /** Why the app paused the entire queue automatically; null: it did not. */
  pauseReason(): ErrorInfo | null;
  pauseState(): QueuePause;
  /** Spending so far and expected spending. */
  readonly spending: QueueSpending;
  /** Checks jobs that wait for a key again; call after a change of keys or services. */
  keysChanged(): Promise<void>;
  /** Checks jobs that a cap stopped again; call after a change of limits. */
  capsChanged(): void;
  /** Publishes every job again; call after a change of prices. */
  pricesChanged(): void;
  /** Result of recovering a damaged database; null: it was intact. */
  readonly rebuilt: RebuiltDatabase | null;
  /** Jobs whose rows were found damaged since the start; null: none. */
  damagedJobs(): DamagedJobs | null;
  /** See `QueueStore`. */
  recoveredAt(): number | null;
  /** Searches for lost responses and for paid tasks that no job has. */
  readonly reconciler: Omit<Reconciler, 'start' | 'close'>;
  /** Size of the library, and what can be removed from it. */
  readonly library: LibraryCleaner;
  /** Removed jobs, kept with their library files for 30 days. */
  readonly trash: Omit<Trash, 'start' | 'close'>;
  /** Collections of the gallery. */
  readonly collections: Collections;
  /** Jobs of hot folders that wait for confirmation. */
  readonly unconfirmed: Pick<UnconfirmedJobs, 'of' | 'revision'>;
  /** Thumbnails of jobs that wait for confirmation. */
  readonly thumbnails: Pick<UnpreparedThumbnails, 'make'>;
  /** Files claimed from hot folders. */
  readonly claimedFiles: Pick<ClaimedFiles, 'find' | 'addRefused' | 'completeSince'>;
  /**
   * Records that the sources of a job were archived, by their old paths. A file that returns there can be claimed again.
   * `missing`: ids of files that were not where they were claimed; under another name they stay claimed.
   */
  sourcesMoved(id: string, moved: ReadonlyMap<string, string>, missing: readonly string[]): void;
  findArtifact(id: string): ArtifactRecord | null;
  thumbnailPath(jobId: string): string | null;
  onChange(listen: (changes: JobChanges) => void): () => void;
  /** Resolves when none of these jobs continues automatically. */
  whenSettled(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the queue of a home; throws `home_locked` when another process has it. */
export function createQueue(deps: QueueDeps): Queue {
  const { system = SYSTEM, store = openQueueStore(deps.home, system), reader = openFileReader(deps.home) } = deps;
  const { clock } = system;
  const jobFolder = (id: string): string => path.join(deps.home, 'library', id);

  const list = createJobList(store.jobs, clock, (record, progress) => toView(record, progress), deps.recentJobs);
  const running = createRunningJobs(list, clock);
  const pools = createServicePools({
    clock,
    facts: toBestEffortStore(store.facts),
    sizes: () => deps.concurrency?.() ?? {},
  });
  const admission = createAdmission({
    running: running.records,
    isPaused: list.isPaused,
    pools,
    onUp: (serviceKey) => {
      scheduler.wake(serviceKey);
      dispatcher.pump();
    },
  });
  const scheduler = createScheduler(clock, isSent);
  const dispatcher = createDispatcher(clock, scheduler, admission);
  const { pump } = dispatcher;

  const settlement = createJobSettlement((id) => isSettled(id));
  const spending = createSpendingControl({
    store,
    clock,
    spending: deps.spending,
    serviceKind: deps.spendingKind,
    find: list.get,
    listUnordered,
    pause: (reason, record) => pauseForCredits(reason, record),
  });
  const { intents, budget } = spending;
  const { nextPosition } = store.jobs;
  const parts: QueueParts = { system, list, intents, budget, jobFolder, nextPosition, abortOf: running.abortOf, pump };

  const overCapJobs = createOverCapJobs({ clock, list, pump });
  const keylessJobs = createJobsWaitingForKey({ list, connect, pump });
  const unconfirmed = createUnconfirmedJobs();
  for (const { update } of [scheduler, overCapJobs, keylessJobs, unconfirmed]) list.onRecord(update);
  list.onRecord(settlement.check);

  const reconciler = createReconciler({ parts, settleLost: spending.settleLost, ...deps });
  const trash = createTrash({ ...parts, store: store.trash, spendings: store.spendings });
  const thumbnails = createUnpreparedThumbnails({ ...parts, trash }, reader);
  const pictures = createImageCleaner(deps.home, {
    list,
    trash,
    system,
    settingsText: deps.settingsText ?? (() => ''),
  });

  function toView(record: JobRecord, progress: number): Job {
    const view = toJobView(withCurrentPricing(record, deps.isFree?.(record.serviceKind)), progress, spending.priceOf);
    return record.cloud && deps.titleOf ? { ...view, service: deps.titleOf(record.cloud) } : view;
  }

  /** True if a job does not continue automatically. */
  function isSettled(id: string): boolean {
    const record = list.get(id);
    if (running.has(id) || !record || !isActive(record.status)) return !running.has(id);
    return list.isPaused(serviceOf(record)) && !groupOf(record, isSent).ordered;
  }

  function isSent(id: string, step: number): boolean {
    return mayHaveTask(intents.findStanding(id, step));
  }

  /** See `createBegunJobs`. */
  function listUnordered(id: string): number[] | null {
    const record = list.get(id);
    if (!record || !isActive(record.status) || record.stopRequested || record.pauseRequested) return null;
    return record.steps.flatMap(({ status, taskId }, index) => (status === 'done' || taskId !== null ? [] : [index]));
  }

  function pauseForCredits(error: ErrorInfo, record: Payer): void {
    const reason = { ...error, subject: record.cloud ? (deps.titleOf?.(record.cloud) ?? null) : error.subject };
    const serviceKey = serviceOf(record);
    const before = list.isPaused() ? list.pauseState().services : [];
    const services = before && [...new Set([...before, serviceKey])];
    if (reason.code !== 'balance_low') pauseQueue(parts, true, reason, services);
    // Jobs whose credits are reserved continue; the others stop before they create a task.
    else if (!list.isPaused(serviceKey)) list.setPaused(true, reason, services);
    settlement.checkAll();
  }

  async function connect(record: JobRecord): Promise<ServiceConnection> {
    const connection = await deps.connect(record);
    const serviceKey = serviceOf(belongsTo(connection.client.profile));
    // A job saved before regions were recorded gets its region here.
    for (const known of new Set([serviceKey, serviceOf(record)])) admission.learn(known, connection.client.reach);
    return { ...connection, pools: pools(serviceKey) };
  }
  deps.onClient?.(({ profile, reach }) => admission.learn(serviceOf(belongsTo(profile)), reach));

  return {
    rebuilt: store.rebuilt,
    damagedJobs: store.damagedJobs,
    recoveredAt: store.recoveredAt,
    reconciler,
    list: () => list.recent().map(list.toView),
    views: (ids) => {
      const records = [...new Set(ids)].flatMap((id) => list.get(id) ?? []);
      return records.sort(byPosition).map(list.toView);
    },
    slice: (after) => {
      const slice = sliceRecords(list.recent(), after);
      return { ...slice, jobs: slice.jobs.map(list.toView) };
    },
    async *pages() {
      for await (const records of list.pages()) yield records.map(list.toView);
    },
    older: (before, most) => list.olderThan(before, most).map(list.toView),
    records: list.recent,
    known: list,
    find: list.get,
    compare: (ids) =>
      compareJobs(
        ids.flatMap((id) => list.get(id) ?? []),
        reader,
      ),
    add: (sources, options) => {
      const records = createJobRecords(sources, options, nextPosition(), system);
      list.add(records);
      pump();
      return records;
    },
    start: () => {
      reconciler.start();
      overCapJobs.start();
      trash.start();
      void keylessJobs.check();
      dispatcher.start(
        createJobRunner({ ...deps, parts, running, budget, reader, connect, onEnded: settlement.check }),
      );
    },
    ...createJobCommands(parts),
    pause: (ids) => {
      if (ids) return pauseJobs(parts, ids);
      pauseQueue(parts, true);
      settlement.checkAll();
    },
    resume: (ids) => {
      spending.forgetBalance();
      return ids ? resumeJobs(parts, ids) : pauseQueue(parts, false);
    },
    isPaused: list.isPaused,
    pauseReason: list.pauseReason,
    pauseState: list.pauseState,
    spending,
    keysChanged: keylessJobs.check,
    capsChanged: overCapJobs.releaseAll,
    pricesChanged: list.touchAll,
    unconfirmed,
    thumbnails,
    library: createLibraryCleaner({ ...parts, pictures, trash }),
    trash,
    collections: createCollections(store.collections, system.random),
    claimedFiles: store.claimedFiles,
    sourcesMoved: (id, moved, missing) =>
      store.together(() => moveSources(list, store.claimedFiles, { id, moved, missing })),
    findArtifact: list.findArtifact,
    thumbnailPath: (jobId) =>
      (list.get(jobId) ?? trash.find(jobId))?.hasThumbnail ? path.join(jobFolder(jobId), THUMBNAIL) : null,
    onChange: list.onChange,
    whenSettled: settlement.wait,
    close: async () => {
      for (const part of [dispatcher, thumbnails, reconciler, admission, overCapJobs, spending]) part.close();
      await running.close(reader);
      await trash.close();
      list.close();
      store.close();
    },
  };
}
