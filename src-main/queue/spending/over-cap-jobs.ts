import type { JobRecord } from '../../pipeline/job-record.ts';
import type { Clock } from '../../base/clock.ts';
import { isUnwritable } from '../../base/sqlite/sqlite-errors.ts';
import type { JobList } from '../job-list/job-list.ts';
import { toLocalDay, watchLocalDay } from './local-day.ts';
import { log } from '../../base/log/log.ts';

/**
 * Jobs that wait because of a cap. They are checked again on a day after the one whose budget was used up, never because
 * the clock was set back, and at every start, because the caps may have changed.
 */
export interface OverCapJobs {
  /** Updates a job; absent: it was removed. */
  update(id: string, record: JobRecord | undefined): void;
  start(): void;
  /** Checks all waiting jobs again, after a change of caps. */
  releaseAll(): void;
  close(): void;
}

interface Deps {
  readonly clock: Clock;
  readonly list: Pick<JobList, 'get' | 'saveAll'>;
  pump(): void;
}

/** Starts empty and uses no timer while it is empty. */
export function createOverCapJobs({ clock, list, pump }: Deps): OverCapJobs {
  const waiting = new Map<string, string>();
  let isRunning = false;
  let stopWatching: (() => void) | null = null;

  const letGo = (ids: readonly string[]): void => {
    if (ids.length === 0) return;
    list.saveAll(ids.flatMap((id) => list.get(id) ?? []).map(withoutCap));
    pump();
  };
  const release = (mayGo: (day: string) => boolean): void => {
    try {
      letGo([...waiting].flatMap(([id, day]) => (mayGo(day) ? [id] : [])));
    } catch (error) {
      // The disk is full or missing: the jobs wait for the next check.
      if (!isUnwritable(error)) throw error;
      log.error('queue', 'cannot be saved', error);
    }
  };
  const isOver = (day: string): boolean => day < toLocalDay(clock.now());
  /** Watches the day while jobs wait for it. */
  const watch = (): void => {
    if (isRunning && waiting.size > 0) {
      stopWatching ??= watchLocalDay(clock, () => release(isOver));
      return;
    }
    stopWatching?.();
    stopWatching = null;
  };

  return {
    update: (id, record) => {
      if (record?.status === 'paused' && record.overCap) waiting.set(id, record.overCap.day);
      else waiting.delete(id);
      watch();
    },
    start: () => {
      isRunning = true;
      release(() => true);
      watch();
    },
    releaseAll: () => letGo([...waiting.keys()]),
    close: () => {
      isRunning = false;
      watch();
    },
  };
}

/** The job, waiting in the queue again. */
export function withoutCap(record: JobRecord): JobRecord {
  return { ...record, status: 'waiting', error: null, overCap: null };
}
