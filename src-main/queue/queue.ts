import path from 'node:path';
import type { QueueCursor } from '../../src-shared/ipc/calls/queue-calls.ts';
import { isActive, type Job } from '../../src-shared/jobs/job.ts';
import { createSourceInspector } from '../pipeline/inspect/source-inspector.ts';
import { belongsTo, serviceOf, type ArtifactRecord, type JobRecord } from '../pipeline/job-record.ts';
import type { Intent } from '../pipeline/intent.ts';
import type { TaskResponse } from '../service-client/parse-task-response.ts';
import { THUMBNAIL } from '../pipeline/steps/prepare.ts';
import { referencesFolder } from '../pipeline/reference-store.ts';
import { SYSTEM } from '../base/system.ts';
import { createAdmission } from './admission.ts';
import { withCurrentPricing } from './with-current-pricing.ts';
import { adoptOrphanTask } from './commands/adopt-orphan-task.ts';
import { createJobCommands, type JobCommands } from './commands/job-commands.ts';
import { pauseJobs, pauseQueue, resumeJobs } from './commands/pause-jobs.ts';
import { moveSources } from './commands/move-sources.ts';
import { createUnconfirmedJobs, type UnconfirmedJobs } from './unconfirmed-jobs.ts';
import { createUnconfirmedThumbnails, type UnconfirmedThumbnails } from './unconfirmed-thumbnails.ts';
import type { ClaimedFiles } from './store/claimed-files.ts';
import { toBestEffortStore } from './store/best-effort-store.ts';
import { createJobList, type JobChanges } from './job-list/job-list.ts';
import type { ErrorInfo } from '../../src-shared/base/errors.ts';
import { explainHolds, toJobView } from './job-list/job-view.ts';
import { createJobsWaitingForKey } from './waiting-for-key.ts';
import { createSpendingControl, type QueueSpending } from './spending/spending-control.ts';
import { createOverCapJobs } from './spending/over-cap-jobs.ts';
import { createJobRecords, type NewSource, type JobOrder } from './create-job-records.ts';
import { openQueueStore, type RebuiltDatabase } from './store/queue-store.ts';
import { createLibraryCleaner, type LibraryCleaner } from './library/library-cleaner.ts';
import { createImageCleaner } from './library/image-cleaner.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { QueueParts } from './queue-parts.ts';
import { createReconciler, type Reconciler } from './reconciler.ts';
import { runJob, type ServiceConnection } from './run-job.ts';
import { createScheduler, groupOf } from './scheduler.ts';
import { createServicePools } from './service-pools.ts';
import { createJobSettlement } from './job-settlement.ts';
import { sliceRecords, type RecordSlice } from './job-list/slice-records.ts';
import { log } from '../base/log/log.ts';

/** Pause before a job is taken up again that could not be written down. */
const UNWRITABLE_PAUSE_MS = 5_000;

/** Every job, on disk before anything happens to it, carried on until it is done or says why not. */
export interface Queue extends JobCommands {
  list(): Job[];
  /** The part of the queue behind a place; null: its first part. */
  slice(after: QueueCursor | null): RecordSlice<Job>;
  records(): JobRecord[];
  find(id: string): JobRecord | undefined;
  /** Adds all in one transaction; nothing is read or sent before it is committed. */
  add(sources: readonly NewSource[], order: JobOrder): JobRecord[];
  /** Starts taking jobs in hand; until then the queue only keeps them. */
  start(): void;
  /** Pauses jobs, or without ids the whole queue, before the next thing that costs; durable. */
  pause(ids?: readonly string[]): void;
  /** Lets paused jobs go on, or without ids the whole queue. */
  resume(ids?: readonly string[]): void;
  /** Whether the whole queue is paused. */
  isPaused(): boolean;
  /** Why the app paused the whole queue by itself; null: it did not. */
  pauseReason(): ErrorInfo | null;
  /** What was and will be spent. */
  readonly spending: QueueSpending;
  /** Keys or services were changed: jobs that wait for a key are judged anew. */
  keysChanged(): Promise<void>;
  /** What may be spent was changed: jobs that a cap stopped are judged anew. */
  capsChanged(): void;
  /** What things cost was changed: every job is told anew. */
  pricesChanged(): void;
  /** What became of a damaged database; null: it was sound. */
  readonly rebuilt: RebuiltDatabase | null;
  /** Looks after lost answers, and for paid tasks that no job has. */
  readonly reconciler: Omit<Reconciler, 'start' | 'close'>;
  /** What the library holds, and what of it can go. */
  readonly library: LibraryCleaner;
  /** Jobs of hot folders that wait for a yes. */
  readonly unconfirmed: Pick<UnconfirmedJobs, 'of' | 'revision'>;
  /** Thumbnails of jobs that wait for a yes. */
  readonly thumbnails: Pick<UnconfirmedThumbnails, 'make'>;
  /** What was taken out of hot folders. */
  readonly claimedFiles: Pick<ClaimedFiles, 'find' | 'addRefused' | 'completeSince'>;
  /** The app put sources of a job elsewhere, by their old paths; they may be taken again should they come back. */
  sourcesMoved(id: string, moved: ReadonlyMap<string, string>): void;
  findArtifact(id: string): ArtifactRecord | null;
  thumbnailPath(jobId: string): string | null;
  onChange(listen: (changes: JobChanges) => void): () => void;
  /** Resolves when none of these jobs goes on by itself any more. */
  whenSettled(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the queue of a home; throws `home_locked` when another process has it. */
export function createQueue(deps: QueueDeps): Queue {
  const { system = SYSTEM, store = openQueueStore(deps.home, system), inspector = createSourceInspector() } = deps;
  const { clock } = system;
  const settingsText = deps.settingsText ?? (() => '');
  const { jobs } = store;
  const inHand = new Map<string, { abort: AbortController; ended: Promise<void> }>();
  const scheduler = createScheduler(clock);
  const settling = createJobSettlement((id) => {
    const record = list.get(id);
    if (inHand.has(id) || !record || !isActive(record.status)) return !inHand.has(id);
    return list.isPaused(serviceOf(record)) && !groupOf(record).ordered;
  });
  const money = createSpendingControl({
    store,
    clock,
    spending: deps.spending,
    find: (id) => list.get(id),
    pause: (told, record) => {
      const reason = { ...told, subject: record.cloud ? (deps.titleOf?.(record.cloud) ?? null) : told.subject };
      const place = serviceOf(record);
      const before = list.isPaused() ? list.pausedPlaces() : [];
      const places = before && [...new Set([...before, place])];
      if (reason.code !== 'balance_low') pauseQueue(parts, true, reason, places);
      // Who has money set apart goes on; the others stop by themselves before they order.
      else if (!list.isPaused(place)) list.setPaused(true, reason, places);
      settling.checkAll();
    },
  });
  const { intents, budget } = money;
  const overCapJobs = createOverCapJobs({ clock, list: () => list, pump: () => pump() });
  const keylessJobs = createJobsWaitingForKey({
    list: () => list,
    connect: (record) => connect(record),
    pump: () => pump(),
  });
  const held = createUnconfirmedJobs();
  const onRecord = (id: string, record: JobRecord | undefined): void => {
    scheduler.update(id, record);
    overCapJobs.update(id, record);
    keylessJobs.update(id, record);
    held.update(id, record);
    settling.check(id);
  };
  const list = createJobList(jobs, clock, onRecord, (record, progress) => ({
    ...toJobView(withCurrentPricing(record, deps.isFree?.(record.serviceKind)), progress, money.priceOf),
    ...(record.cloud && deps.titleOf ? { service: deps.titleOf(record.cloud) } : {}),
  }));
  const poolsOf = createServicePools({
    clock,
    facts: toBestEffortStore(store.facts),
    sizes: () => deps.concurrency?.() ?? {},
  });
  const admission = createAdmission({
    inHand: () => [...inHand.keys()].flatMap((id) => list.get(id) ?? []),
    isPaused: list.isPaused,
    pools: poolsOf,
    onUp: (place) => {
      scheduler.wake(place);
      pump();
    },
  });
  let unschedule: (() => void) | null = null;
  let running = false;

  const jobFolder = (id: string): string => path.join(deps.home, 'library', id);

  const pump = (): void => {
    if (!running) return;
    unschedule?.();
    const next = (): JobRecord | null => scheduler.next(admission.canStart);
    for (let record = next(); record; record = next()) take(record);
    const pauses = [scheduler.nextDueMs(), admission.nextTryMs()].filter((ms) => ms !== null);
    unschedule = pauses.length === 0 ? null : clock.after(Math.max(10, Math.min(...pauses)), pump);
  };

  const take = ({ id }: JobRecord): void => {
    scheduler.hold(id);
    const abort = new AbortController();
    const current = (): JobRecord => list.get(id) as JobRecord;
    const tools = {
      system,
      intents,
      budget,
      isPaused: (hasMoney = false) =>
        list.isPaused(serviceOf(current())) && !(hasMoney && list.pauseReason()?.code === 'balance_low'),
      jobFolder: jobFolder(id),
      referencesFolder: referencesFolder(deps.home),
      exportFolder: current().outFolder ?? deps.exportFolder(),
      signal: abort.signal,
      explainedHolds: () => explainHolds(list.all().filter(({ serviceId }) => serviceId === current().serviceId)),
      jobsWithTask: list.withTask,
      onDuplicate: (intent: Intent, task: TaskResponse) => {
        adoptOrphanTask(parts, task, { ...current(), serviceId: intent.serviceId }, current());
      },
      save: list.save,
      report: (share: number) => list.setProgress(id, share),
      current,
    };
    const ended = runJob(tools, { inspector, connect })
      .catch(async (error: unknown) => {
        // The disk is full or gone: the job stays as it stood, and is taken up again after a pause.
        log.error('queue', 'it cannot be written', error);
        await clock.pause(UNWRITABLE_PAUSE_MS, abort.signal).catch(() => undefined);
      })
      .finally(() => {
        inHand.delete(id);
        scheduler.release(id);
        pump();
        settling.check(id);
      });
    inHand.set(id, { abort, ended });
  };

  const connect = async (record: JobRecord): Promise<ServiceConnection> => {
    const connection = await deps.connect(record);
    const place = serviceOf(belongsTo(connection.client.profile));
    // A job from before regions were written down learns only now which it belongs to.
    for (const known of new Set([place, serviceOf(record)])) admission.learn(known, connection.client.reach);
    return { ...connection, pools: poolsOf(place) };
  };

  const parts: QueueParts = {
    system,
    list,
    intents,
    budget,
    jobFolder,
    nextPosition: jobs.nextPosition,
    inHand: (id) => inHand.get(id)?.abort ?? null,
    pump,
  };

  const reconciler = createReconciler({ parts, ...deps });
  const thumbnails = createUnconfirmedThumbnails(parts, inspector);

  return {
    rebuilt: store.rebuilt,
    reconciler,
    list: list.views,
    slice: (after) => {
      const slice = sliceRecords(list.all(), after);
      return { ...slice, jobs: slice.jobs.flatMap(({ id }) => list.view(id) ?? []) };
    },
    records: list.all,
    find: list.get,
    add: (sources, order) => {
      const first = jobs.nextPosition();
      const records = createJobRecords(sources, order, first, system);
      list.add(records);
      pump();
      return records;
    },
    start: () => {
      running = true;
      reconciler.start();
      overCapJobs.start();
      void keylessJobs.check();
      pump();
    },
    ...createJobCommands(parts),
    pause: (ids) => {
      if (ids) return pauseJobs(parts, ids);
      pauseQueue(parts, true);
      settling.checkAll();
    },
    resume: (ids) => {
      money.forgetBalance();
      return ids ? resumeJobs(parts, ids) : pauseQueue(parts, false);
    },
    isPaused: list.isPaused,
    pauseReason: list.pauseReason,
    spending: money,
    keysChanged: keylessJobs.check,
    capsChanged: overCapJobs.releaseAll,
    pricesChanged: list.touchAll,
    unconfirmed: held,
    thumbnails,
    library: createLibraryCleaner({
      ...parts,
      pictures: createImageCleaner(deps.home, { list, system, settingsText }),
    }),
    claimedFiles: store.claimedFiles,
    sourcesMoved: (id, moved) => store.together(() => moveSources(list, store.claimedFiles, id, moved)),
    findArtifact: list.findArtifact,
    thumbnailPath: (jobId) => (list.get(jobId)?.hasThumbnail ? path.join(jobFolder(jobId), THUMBNAIL) : null),
    onChange: list.onChange,
    whenSettled: settling.wait,
    close: async () => {
      running = false;
      thumbnails.close();
      reconciler.close();
      admission.close();
      overCapJobs.close();
      money.close();
      unschedule?.();
      for (const { abort } of inHand.values()) abort.abort(new Error('Dropforge is closing.'));
      await Promise.allSettled([...inHand.values()].map(({ ended }) => ended));
      await inspector.close();
      list.close();
      store.close();
    },
  };
}
