import { isActive, type Job, type JobStatus } from '../../../src-shared/jobs/job.ts';

/** The part of a job that is counted. */
export type TrackedJob = Pick<Job, 'id' | 'name' | 'status' | 'step' | 'steps'>;

/** A job that came to an end or to a stop, for which the person may want to be called. */
export interface WorkEvent {
  readonly kind: 'finished' | 'failed' | 'needs_you';
  readonly id: string;
  readonly name: string;
}

/** How the work stands. */
export interface WorkState {
  readonly running: number;
  readonly waiting: number;
  readonly needsYou: number;
  /** Share done, 0 to 1, of all that was to do since there was last nothing to do; null: there is nothing. */
  readonly progress: number | null;
  /** Whether something of that failed. */
  readonly hasFailed: boolean;
}

/** Counts jobs change by change, so that a push costs what it holds and not what the queue holds. */
export interface WorkTracker {
  /** Takes changes in; answers what happened to jobs that were known before, or came with them. */
  apply(jobs: readonly TrackedJob[], removed: readonly string[]): WorkEvent[];
  state(): WorkState;
}

const NEEDS_YOU: readonly JobStatus[] = ['unknown', 'held'];
const WAITING: readonly JobStatus[] = ['waiting', 'offline', 'queued'];

/** Counts from a list; nothing that is over in it is an event. */
export function createWorkTracker(first: readonly TrackedJob[]): WorkTracker {
  const active = new Map<string, { readonly status: JobStatus; readonly share: number }>();
  const needing = new Set<string>();
  /** Of the batch that is in hand: over since there was last nothing to do. */
  let over = 0;
  let hasFailed = false;

  const count = ({ id, name, status, step, steps }: TrackedJob): WorkEvent | null => {
    const wasActive = active.delete(id);
    const neededYou = needing.delete(id);
    if (isActive(status)) {
      active.set(id, { status, share: shareOf(step, steps) });
      return null;
    }
    if (NEEDS_YOU.includes(status)) needing.add(id);
    if (wasActive && status !== 'paused') over += 1;
    if (status === 'failed' && wasActive) hasFailed = true;
    if (NEEDS_YOU.includes(status)) return neededYou ? null : { kind: 'needs_you', id, name };
    if (!wasActive) return null;
    return status === 'done'
      ? { kind: 'finished', id, name }
      : status === 'failed'
        ? { kind: 'failed', id, name }
        : null;
  };
  const settle = (): void => {
    if (active.size > 0) return;
    over = 0;
    hasFailed = false;
  };

  for (const job of first) count(job);
  settle();
  return {
    apply: (jobs, removed) => {
      if (active.size === 0) settle();
      const events = jobs.flatMap((job) => count(job) ?? []);
      for (const id of removed) {
        active.delete(id);
        needing.delete(id);
      }
      return events;
    },
    state: () => {
      const jobs = [...active.values()];
      const waiting = jobs.filter(({ status }) => WAITING.includes(status)).length;
      const done = over + jobs.reduce((sum, { share }) => sum + share, 0);
      return {
        waiting,
        running: jobs.length - waiting,
        needsYou: needing.size,
        progress: jobs.length === 0 ? null : done / (over + jobs.length),
        hasFailed,
      };
    },
  };
}

function shareOf(step: number, steps: TrackedJob['steps']): number {
  const current = steps[step];
  return steps.length === 0 ? 0 : (step + (current ? current.progress / 100 : 0)) / steps.length;
}
