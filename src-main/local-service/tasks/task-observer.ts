import type { JobClaim } from './task-jobs.ts';

/** How a worker ends a task. */
export type TaskEnd = 'success' | 'failed';

/** Sees what a worker does, such as its log and its metrics. */
export interface TaskObserver {
  /** Called with all of the work for a claim, which it has to run. */
  claim(claim: JobClaim, work: () => Promise<void>): Promise<void>;
  /** The worker has written the end of a task. */
  ended(claim: JobClaim, end: TaskEnd): void;
  /** The worker had to stop: the task was cancelled, or is another worker's. */
  lost(claim: JobClaim): void;
}

/** Sees nothing. */
export const NO_OBSERVER: TaskObserver = {
  claim: (_, work) => work(),
  ended: () => undefined,
  lost: () => undefined,
};
