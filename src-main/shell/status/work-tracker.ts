import { isActive, type Job, type JobStatus } from '../../../src-shared/jobs/job.ts';

/** The fields of a job that are tracked. */
export type TrackedJob = Pick<Job, 'id' | 'name' | 'status' | 'step' | 'steps'>;

/** A job that finished, failed or needs attention. */
export interface WorkEvent {
  readonly kind: 'finished' | 'failed' | 'needs_you';
  readonly id: string;
  readonly name: string;
}

/** Summary of all jobs. */
export interface WorkState {
  readonly running: number;
  readonly waiting: number;
  readonly needsYou: number;
  /** Progress of the current batch, 0 to 1; null without active jobs. */
  readonly progress: number | null;
  /** True if a job of the batch failed. */
  readonly hasFailed: boolean;
}

/** Tracks jobs incrementally, so that the cost of an update does not depend on the queue length. */
export interface WorkTracker {
  /** Applies changes and returns the resulting events. */
  apply(jobs: readonly TrackedJob[], removed: readonly string[]): WorkEvent[];
  state(): WorkState;
}

const NEEDS_YOU: readonly JobStatus[] = ['unknown', 'held'];
const WAITING: readonly JobStatus[] = ['waiting', 'offline', 'queued'];

/** Creates a tracker from the current jobs; jobs that have already ended cause no events. */
export function createWorkTracker(first: readonly TrackedJob[]): WorkTracker {
  const active = new Map<string, { readonly status: JobStatus; readonly share: number }>();
  const needing = new Set<string>();
  /** Ended jobs of the current batch. */
  let ended = 0;
  let hasFailed = false;

  const count = ({ id, name, status, step, steps }: TrackedJob): WorkEvent | null => {
    const wasActive = active.delete(id);
    const neededAttention = needing.delete(id);
    if (isActive(status)) {
      active.set(id, { status, share: shareOf(step, steps) });
      return null;
    }
    if (NEEDS_YOU.includes(status)) needing.add(id);
    if (wasActive && status !== 'paused') ended += 1;
    if (status === 'failed' && wasActive) hasFailed = true;
    if (NEEDS_YOU.includes(status)) return neededAttention ? null : { kind: 'needs_you', id, name };
    if (!wasActive) return null;
    return status === 'done'
      ? { kind: 'finished', id, name }
      : status === 'failed'
        ? { kind: 'failed', id, name }
        : null;
  };
  const resetIfIdle = (): void => {
    if (active.size > 0) return;
    ended = 0;
    hasFailed = false;
  };

  for (const job of first) count(job);
  resetIfIdle();
  return {
    apply: (jobs, removed) => {
      if (active.size === 0) resetIfIdle();
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
      const done = ended + jobs.reduce((sum, { share }) => sum + share, 0);
      return {
        waiting,
        running: jobs.length - waiting,
        needsYou: needing.size,
        progress: jobs.length === 0 ? null : done / (ended + jobs.length),
        hasFailed,
      };
    },
  };
}

function shareOf(step: number, steps: TrackedJob['steps']): number {
  const current = steps[step];
  return steps.length === 0 ? 0 : (step + (current ? current.progress / 100 : 0)) / steps.length;
}
