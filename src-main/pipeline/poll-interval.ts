import { POLL } from '../../src-shared/api/protocol/limits.ts';
import { isTerminal } from '../../src-shared/api/protocol/task.ts';
import type { Clock } from '../base/clock.ts';
import type { TaskResponse } from '../service-client/task-response.ts';

/** Determines when running tasks are polled next. */
export interface PollInterval {
  /** Records the progress of a task. */
  record(task: TaskResponse): void;
  forget(taskId: string): void;
  /** Milliseconds until the next poll of tasks at a service with this usual interval. */
  pauseMs(usualMs: number, share: number): number;
}

/** Maximum time that long intervals can save for short ones. */
const MAX_SAVED_MS = 10_000;
/** Intervals vary by up to this share in both directions, so that many clients do not poll at the same time. */
const JITTER = 0.05;

interface Sighting {
  readonly at: number;
  readonly progress: number;
  /** Estimated remaining milliseconds, based on progress; null: unknown. */
  readonly leftMs: number | null;
}

/**
 * The interval is short when a task is about to finish, longer when none can be, and longest when the progress is not
 * watched. Short intervals use time saved by long ones, so that on average no more polls are sent than with the usual
 * interval. A service with a usual interval below one second (this computer) is always polled at that interval.
 */
export function createPollInterval(clock: Pick<Clock, 'elapsed'>, isWatched: () => boolean): PollInterval {
  const sightings = new Map<string, Sighting>();
  let savedMs = 0;
  let lastAt: number | null = null;

  /** Counts the actual interval before this poll, not the planned one. */
  const count = (usualMs: number, now: number): void => {
    const tookMs = lastAt === null ? usualMs : Math.min(now - lastAt, POLL.slowestMs);
    savedMs = Math.max(-POLL.slowestMs, Math.min(MAX_SAVED_MS, savedMs + tookMs - usualMs));
    lastAt = now;
  };

  return {
    record: ({ task_id: id, status, progress }) => {
      const before = sightings.get(id);
      const at = clock.elapsed();
      if (isTerminal(status)) return void sightings.delete(id);
      if (status === 'queued') return;
      const gained = before ? progress - before.progress : 0;
      if (!before) sightings.set(id, { at, progress, leftMs: null });
      else if (gained > 0) {
        const leftMs = ((at - before.at) / gained) * (100 - progress);
        sightings.set(id, { at, progress, leftMs });
      }
    },
    forget: (taskId) => void sightings.delete(taskId),
    pauseMs: (usualMs, share) => {
      if (usualMs < POLL.fastestMs) return usualMs;
      const jitter = 1 - JITTER + 2 * JITTER * share;
      const now = clock.elapsed();
      count(usualMs, now);
      const slowestMs = Math.max(POLL.slowestMs, usualMs);
      if (!isWatched()) return slowestMs * jitter;
      // The estimate of an overdue task is not useful.
      const left = [...sightings.values()].map(({ at, leftMs }) => (leftMs === null ? usualMs : at + leftMs - now));
      const soonest = left.length === 0 ? usualMs : Math.min(...left.map((ms) => (ms < 0 ? usualMs : ms)));
      const wanted = Math.min(Math.max(soonest, POLL.fastestMs), slowestMs);
      const isTooDear = wanted < usualMs && savedMs < usualMs - wanted;
      return (isTooDear ? usualMs : wanted) * jitter;
    },
  };
}
