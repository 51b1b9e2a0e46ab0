import type { JobClaim } from './task-jobs.ts';

/** How a worker ends a task. */
export type TaskEnd = 'success' | 'failed';

/** Why a worker stopped the work of a claim: it heard that the task was cancelled, or it could not keep the claim. */
type TaskStop = 'cancelled' | 'lost';

/** Sees what a worker does, such as its log and its metrics. */
export interface TaskObserver {
  /** Called with all of the work for a claim, which it has to run. */
  claim(claim: JobClaim, work: () => Promise<void>): Promise<void>;
  /** The worker has written the end of a task. */
  ended(claim: JobClaim, end: TaskEnd): void;
  /** The worker has stopped the work of a claim, which is not its own any longer. */
  stopped(claim: JobClaim, reason: TaskStop): void;
}

/** Sees nothing. */
export const NO_OBSERVER: TaskObserver = {
  claim: (_, work) => work(),
  ended: () => undefined,
  stopped: () => undefined,
};
