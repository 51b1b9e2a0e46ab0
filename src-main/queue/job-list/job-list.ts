import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { QueuePause } from '../../../src-shared/ipc/views/money-view.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import type { Clock } from '../../base/clock.ts';
import type { ArtifactRecord, JobRecord } from '../../pipeline/job-record.ts';
import type { JobStore } from '../store/job-store.ts';
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

/** All jobs in memory and on disk, in order; publishes changes in batches. */
export interface JobList {
  all(): JobRecord[];
  get(id: string): JobRecord | undefined;
  views(): Job[];
  view(id: string): Job | undefined;
  findArtifact(id: string): ArtifactRecord | null;
  /** Jobs with a step that has this task. */
  withTask(taskId: string): JobRecord[];
  add(records: readonly JobRecord[]): void;
  /** Saves durably; a job removed in the meantime stays removed. */
  save(record: JobRecord): JobRecord;
  /** As `save` for several jobs, all or none; their new positions apply at once. */
  saveAll(records: readonly JobRecord[]): void;
  /** True if the queue is paused: for a service (see `placeOf`), or for any. */
  isPaused(place?: string): boolean;
  pauseReason(): ErrorInfo | null;
  pauseState(): QueuePause;
  /** The durable pause state of the queue: if it is paused, why the app paused it, and for which services. */
  setPaused(paused: boolean, reason: ErrorInfo | null, places?: readonly string[] | null): void;
  /** Publishes every job again, because prices may have changed. */
  touchAll(): void;
  /** Moves jobs to the trash, durably. `removedAt`: epoch ms. */
  remove(ids: readonly string[], removedAt: number): void;
  /** Moves jobs from the trash back to their positions, durably; returns those that were still there. */
  restore(records: readonly JobRecord[]): JobRecord[];
  /** Live progress of the running step; pushed, never saved. */
  setProgress(id: string, share: number): void;
  onChange(listen: (changes: JobChanges) => void): () => void;
  /** Calls back for every job and then for every change; the record is absent for a removed job. */
  onRecord(listen: (id: string, record: JobRecord | undefined) => void): void;
  close(): void;
}

/** Opens the list from the store. */
export function createJobList(
  store: JobStore,
  clock: Clock,
  toView: (record: JobRecord, progress: number) => Job = toJobView,
): JobList {
  let records = new Map(store.readJobs().map((record) => [record.id, record]));
  const progress = new Map<string, number>();
  const byTask = new Map<string, Set<string>>();
  const listeners = new Set<(changes: JobChanges) => void>();
  const recordListeners: ((id: string, record: JobRecord | undefined) => void)[] = [];
  const dirty = new Set<string>();
  let unschedule: (() => void) | null = null;

  const indexTasks = ({ id, steps }: JobRecord): void => {
    for (const { taskId } of steps) {
      if (taskId !== null) byTask.set(taskId, (byTask.get(taskId) ?? new Set()).add(id));
    }
  };
  for (const record of records.values()) indexTasks(record);
  let paused = store.isPaused();
  let pauseReason = store.pauseReason();
  let places = store.pausedPlaces();
  let isNewsOfPause = false;

  const pauseState = (): QueuePause => ({ paused, reason: pauseReason, services: places && [...places] });
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
    const removed = ids.filter((id) => !records.has(id));
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
    const before = records.get(record.id);
    if (before?.step !== record.step || before.status !== record.status) progress.delete(record.id);
    records.set(record.id, record);
    indexTasks(record);
    touch(record.id);
    for (const listen of recordListeners) listen(record.id, record);
  };
  const sortByPosition = (): void => {
    const inOrder = [...records.values()].sort((one, other) => one.position - other.position);
    records = new Map(inOrder.map((record) => [record.id, record]));
  };
  const view = (id: string): Job | undefined => {
    const record = records.get(id);
    return record && toView(record, progress.get(id) ?? 0);
  };

  return {
    all: () => [...records.values()],
    get: (id) => records.get(id),
    views: () => [...records.values()].map((record) => toView(record, progress.get(record.id) ?? 0)),
    view,
    findArtifact: (id) =>
      [...records.values()].flatMap(({ artifacts }) => artifacts).find((artifact) => artifact.id === id) ?? null,
    // A retry may have removed a task from a step, so the index result is verified.
    withTask: (taskId) =>
      [...(byTask.get(taskId) ?? [])].flatMap((id) => {
        const record = records.get(id);
        return record?.steps.some((step) => step.taskId === taskId) ? [record] : [];
      }),
    add: (added) => {
      store.addJobs(added);
      added.forEach(keep);
    },
    save: (record) => {
      if (!records.has(record.id)) return record;
      store.saveJob(record);
      keep(record);
      return record;
    },
    saveAll: (changed) => {
      const known = changed.filter(({ id }) => records.has(id));
      store.saveJobs(known);
      const isMoved = known.some(({ id, position }) => records.get(id)?.position !== position);
      known.forEach(keep);
      if (isMoved) sortByPosition();
    },
    isPaused: (place) => paused && (place === undefined || places === null || places.includes(place)),
    pauseReason: () => pauseReason,
    pauseState,
    setPaused: (wanted, reason, only = null) => {
      store.setPaused(wanted, reason, only);
      paused = wanted;
      pauseReason = reason;
      places = wanted ? only : null;
      isNewsOfPause = true;
      pushSoon();
    },
    touchAll: () => [...records.keys()].forEach(touch),
    remove: (ids, removedAt) => {
      store.removeJobs(ids, removedAt);
      for (const id of ids) {
        for (const { taskId } of records.get(id)?.steps ?? []) if (taskId !== null) byTask.get(taskId)?.delete(id);
        records.delete(id);
        progress.delete(id);
        touch(id);
        for (const listen of recordListeners) listen(id, undefined);
      }
    },
    restore: (wanted) => {
      const restored = store.restoreJobs(wanted);
      restored.forEach(keep);
      if (restored.length > 0) sortByPosition();
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
      for (const record of records.values()) listen(record.id, record);
    },
    close: () => {
      unschedule?.();
      listeners.clear();
    },
  };
}
