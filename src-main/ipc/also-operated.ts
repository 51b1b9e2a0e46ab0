import { isRecipeComplete } from '../../src-shared/jobs/recipe-completion.ts';
import { findIncompatibility } from '../../src-shared/operations/operation-compatibility.ts';
import { serviceOf, type JobRecord } from '../pipeline/job-record.ts';
import type { RequestedStep } from '../queue/commands/add-operation.ts';
import type { Queue } from '../queue/queue.ts';
import { findResult } from './views/list-operations.ts';

/** A job and the operation on its result. */
export interface OperatedJob {
  readonly record: JobRecord;
  readonly wanted: RequestedStep;
}

/**
 * The jobs among these to which an operation applies as well: finished, at the service of the first, with a main result
 * that the operation can use. `isValid` checks its parameters for a job.
 */
export function findAlsoOperated(
  queue: Pick<Queue, 'find'>,
  first: OperatedJob,
  ids: readonly string[],
  isValid: (job: OperatedJob) => boolean,
): OperatedJob[] {
  return [...new Set(ids)].flatMap((id) => {
    const record = id === first.record.id ? undefined : queue.find(id);
    if (!record || !isRecipeComplete(record) || serviceOf(record) !== serviceOf(first.record)) return [];
    const from = findResult(record);
    const { status, taskId = null } = record.steps[from] ?? {};
    if (status !== 'done' || taskId === null) return [];
    const job = { record, wanted: { ...first.wanted, from } };
    return findIncompatibility(job.wanted.operation, record.steps, from) === null && isValid(job) ? [job] : [];
  });
}
