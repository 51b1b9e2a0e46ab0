import type { Job } from '../../src-shared/job.ts';
import type { Clock } from '../system/clock.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import type { JobStore } from './job-store.ts';
import { toJobView } from './job-view.ts';

/** Changed jobs since the last push, and ids that are gone. */
export interface JobChanges {
  readonly jobs: Job[];
  readonly removed: string[];
}

/** Shortest time between two pushes: two frames. */
const PUSH_MS = 33;

/** All jobs in memory and on disk, in order; tells of changes in batches, never one by one. */
export interface JobList {
  all(): JobRecord[];
  get(id: string): JobRecord | undefined;
  views(): Job[];
  view(id: string): Job | undefined;
  add(records: readonly JobRecord[]): void;
  /** Saves durably; a job removed meanwhile stays removed. */
  save(record: JobRecord): JobRecord;
  remove(ids: readonly string[]): void;
  /** Live progress of the step in hand; pushed, never saved. */
  setProgress(id: string, share: number): void;
  onChange(listen: (changes: JobChanges) => void): () => void;
  close(): void;
}

/** Opens the list from the store. */
export function createJobList(store: JobStore, clock: Clock): JobList {
  const records = new Map(store.readJobs().map((record) => [record.id, record]));
  const progress = new Map<string, number>();
  const listeners = new Set<(changes: JobChanges) => void>();
  const dirty = new Set<string>();
  let unschedule: (() => void) | null = null;

  const flush = (): void => {
    unschedule = null;
    const ids = [...dirty];
    dirty.clear();
    const jobs = ids.flatMap((id) => view(id) ?? []);
    const removed = ids.filter((id) => !records.has(id));
    for (const listen of listeners) listen({ jobs, removed });
  };
  const touch = (id: string): void => {
    dirty.add(id);
    unschedule ??= clock.after(PUSH_MS, flush);
  };
  const view = (id: string): Job | undefined => {
    const record = records.get(id);
    return record && toJobView(record, progress.get(id) ?? 0);
  };

  return {
    all: () => [...records.values()],
    get: (id) => records.get(id),
    views: () => [...records.values()].map((record) => toJobView(record, progress.get(record.id) ?? 0)),
    view,
    add: (added) => {
      store.addJobs(added);
      for (const record of added) {
        records.set(record.id, record);
        touch(record.id);
      }
    },
    save: (record) => {
      const before = records.get(record.id);
      if (!before) return record;
      if (before.step !== record.step || before.status !== record.status) progress.delete(record.id);
      store.saveJob(record);
      records.set(record.id, record);
      touch(record.id);
      return record;
    },
    remove: (ids) => {
      store.removeJobs(ids);
      for (const id of ids) {
        records.delete(id);
        progress.delete(id);
        touch(id);
      }
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
    close: () => {
      unschedule?.();
      listeners.clear();
    },
  };
}
