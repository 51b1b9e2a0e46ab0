import { untrack } from 'svelte';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { Artifact, Job, JobStep } from '../../../src-shared/jobs/job.ts';
import { queue } from '../queue/queue.svelte.ts';

/** Submitted operation that has not finished. */
export interface OrderedOperation {
  readonly name: OperationName;
  /** Index of its step in the job. */
  readonly step: number;
  /** Ids of the files that existed before. */
  readonly known: readonly string[];
  /** Input file; null if the step has none. */
  readonly before: Artifact | null;
}

/** Returns the step of an order once it has started; null before, because the job changes once until then. */
export function findOrderedStep(job: Job, { name, step }: OrderedOperation): JobStep | null {
  const found = job.steps[step];
  return found && found.operation === name && found.status !== 'waiting' ? found : null;
}

/** Calls `listen` with a job now and after every change, even if no view shows it, until the returned function is called. */
export function watchJob(id: string, listen: (job: Job) => void): () => void {
  return $effect.root(() => {
    $effect(() => {
      const job = queue.row(id)?.job;
      if (job) {
        untrack(() => {
          listen(job);
        });
      }
    });
  });
}
