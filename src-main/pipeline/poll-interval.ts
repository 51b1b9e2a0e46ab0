import { POLL } from '../../src-shared/api/protocol/limits.ts';
import { isTerminal } from '../../src-shared/api/protocol/task.ts';
import type { Clock } from '../base/clock.ts';
import type { TaskResponse } from '../service-client/parse-task-response.ts';

/** When running tasks are looked at next. */
export interface PollInterval {
  /** Learns how far a task is. */
  record(task: TaskResponse): void;
  forget(taskId: string): void;
  /** Milliseconds until the next look, of tasks that run at a service with this usual pause. */
  pauseMs(usualMs: number, share: number): number;
}

/** Time that long pauses have saved and short ones may spend, at most. */
const MAX_SAVED_MS = 10_000;
/** Pauses differ by up to this share to either side, so that many programs do not ask at the same moments. */
const JITTER = 0.05;

interface Sighting {
  readonly at: number;
  readonly progress: number;
  /** Estimated remaining milliseconds, based on progress; null: unknown. */
  readonly leftMs: number | null;
}

/**
 * A pace that is short where a task is about to finish, longer where none can be, and slowest where nobody looks. Short
 * pauses spend what long ones saved, so that on average no more is asked than with the usual pause alone. A service
 * that is asked more often than once a second by its own wish (this computer) is asked at that pace always.
 */
export function createPollInterval(clock: Pick<Clock, 'elapsed'>, isWatched: () => boolean): PollInterval {
  const sightings = new Map<string, Sighting>();
  let savedMs = 0;
  let lastAt: number | null = null;

  /** Counts what the pause before this look took, not what it was meant to take. */
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
