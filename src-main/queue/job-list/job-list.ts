import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { QueuePause } from '../../../src-shared/ipc/views/money-view.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import type { Clock } from '../../base/clock.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { JobStore } from '../store/job-store.ts';
import { createJobMemory, type KnownJobs } from './job-memory.ts';
import { toJobView } from './job-view.ts';

/** Jobs changed and ids removed since the last push. */
export interface JobChanges {
  readonly jobs: Job[];
  readonly removed: string[];
  /** Absent: unchanged. */
  readonly pause?: QueuePause;
}

/** Minimum time between two pushes: two frames. */
const PUSH_MS = 33;
/** Maximum number of jobs in one push; a page that receives more at once drops frames. */
const MAX_PUSHED = 500;

/** All jobs in memory and on disk; publishes changes in batches. */
export interface JobList extends KnownJobs {
  view(id: string): Job | undefined;
  /** The view of a job that was read before. */
  toView(record: JobRecord): Job;
  add(records: readonly JobRecord[]): void;
  /** Saves durably; a job removed in the meantime stays removed. `together` runs the write in a transaction with others. */
  save(record: JobRecord, together?: (write: () => void) => void): JobRecord;
  /** As `save` for several jobs, all or none; their new positions apply at once. */
  saveAll(records: readonly JobRecord[]): void;
  /** True if the queue is paused: for a service (see `serviceOf`), or for any. */
  isPaused(serviceKey?: string): boolean;
  pauseReason(): ErrorInfo | null;
  pauseState(): QueuePause;
  /** The durable pause state of the queue: if it is paused, why the app paused it, and for which services. */
  setPaused(paused: boolean, reason: ErrorInfo | null, services?: readonly string[] | null): void;
  /** Publishes every job in memory again, because prices may have changed. */
  touchAll(): void;
  /** Moves jobs to the trash, durably. `removedAt`: epoch ms. */
  remove(ids: readonly string[], removedAt: number): void;
  /** Moves jobs from the trash back to their positions, durably; returns those that were still there. */
  restore(records: readonly JobRecord[]): JobRecord[];
  /** Live progress of the running step; pushed, never saved. */
  setProgress(id: string, share: number): void;
  onChange(listen: (changes: JobChanges) => void): () => void;
  /** Calls back for every job in memory and then for every change; the record is absent for a removed job. */
  onRecord(listen: (id: string, record: JobRecord | undefined) => void): void;
  close(): void;
}

/** Opens the list from the store; `recentJobs`: maximum number of settled jobs in memory, see `createJobMemory`. */
export function createJobList(
  store: JobStore,
  clock: Clock,
  toJob: (record: JobRecord, progress: number) => Job = toJobView,
  recentJobs?: number,
): JobList {
  const { keep: keepInMemory, remove: removeFromMemory, ...memory } = createJobMemory(store, recentJobs);
  const { get, recent } = memory;
  const progress = new Map<string, number>();
  const listeners = new Set<(changes: JobChanges) => void>();
  const recordListeners: ((id: string, record: JobRecord | undefined) => void)[] = [];
  const dirty = new Set<string>();
  let unschedule: (() => void) | null = null;

  let paused = store.isPaused();
  let pauseReason = store.pauseReason();
  let services = store.pausedServices();
  let isNewsOfPause = false;

  const pauseState = (): QueuePause => ({ paused, reason: pauseReason, services: services && [...services] });
  const flush = (): void => {
    unschedule = null;
    // Views of thousands of changing jobs are expensive, so they are created only if there is a listener.
    if (listeners.size === 0) {
      dirty.clear();
      isNewsOfPause = false;
      return;
    }
    const ids = [...dirty].slice(0, MAX_PUSHED);
    for (const id of ids) dirty.delete(id);
    if (dirty.size > 0) pushSoon();
    const jobs = ids.flatMap((id) => view(id) ?? []);
    const removed = ids.filter((id) => get(id) === undefined);
    const news = isNewsOfPause ? { jobs, removed, pause: pauseState() } : { jobs, removed };
    isNewsOfPause = false;
    for (const listen of listeners) listen(news);
  };
  const pushSoon = (): void => void (unschedule ??= clock.after(PUSH_MS, flush));
  const touch = (id: string): void => {
    dirty.add(id);
    pushSoon();
  };
  const keep = (record: JobRecord): void => {
    const before = keepInMemory(record);
    if (before?.step !== record.step || before.status !== record.status) progress.delete(record.id);
    touch(record.id);
    for (const listen of recordListeners) listen(record.id, record);
  };
  const toView = (record: JobRecord): Job => toJob(record, progress.get(record.id) ?? 0);
  const view = (id: string): Job | undefined => {
    const record = get(id);
    return record && toView(record);
  };

  return {
    ...memory,
    view,
    toView,
    add: (added) => {
      store.addJobs(added);
      added.forEach(keep);
    },
    save: (record, together = (write) => write()) => {
      if (!get(record.id)) return record;
      together(() => store.saveJob(record));
      keep(record);
      return record;
    },
    saveAll: (changed) => {
      const known = changed.filter(({ id }) => get(id));
      store.saveJobs(known);
      known.forEach(keep);
    },
    isPaused: (serviceKey) =>
      paused && (serviceKey === undefined || services === null || services.includes(serviceKey)),
    pauseReason: () => pauseReason,
    pauseState,
    setPaused: (wanted, reason, only = null) => {
      store.setPaused(wanted, reason, only);
      paused = wanted;
      pauseReason = reason;
      services = wanted ? only : null;
      isNewsOfPause = true;
      pushSoon();
    },
    touchAll: () => recent().forEach(({ id }) => touch(id)),
    remove: (ids, removedAt) => {
      store.removeJobs(ids, removedAt);
      for (const id of ids) {
        removeFromMemory(id);
        progress.delete(id);
        touch(id);
        for (const listen of recordListeners) listen(id, undefined);
      }
    },
    restore: (wanted) => {
      const restored = store.restoreJobs(wanted);
      restored.forEach(keep);
      return restored;
    },
    setProgress: (id, share) => {
      if (progress.get(id) === share) return;
      progress.set(id, share);
      touch(id);
    },
    onChange: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    onRecord: (listen) => {
      recordListeners.push(listen);
      for (const record of recent()) listen(record.id, record);
    },
    close: () => {
      unschedule?.();
      listeners.clear();
    },
  };
}
