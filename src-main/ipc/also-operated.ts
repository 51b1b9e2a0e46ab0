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
 * The jobs among these to which an operation applies as well: at the service of the first, with a main result to which it
 * can be added. `isValid` checks its parameters for a job.
 */
export function findAlsoOperated(
  queue: Pick<Queue, 'find' | 'findOperationRefusal'>,
  first: OperatedJob,
  ids: readonly string[],
  isValid: (job: OperatedJob) => boolean,
): OperatedJob[] {
  return [...new Set(ids)].flatMap((id) => {
    const record = id === first.record.id ? undefined : queue.find(id);
    if (!record || serviceOf(record) !== serviceOf(first.record)) return [];
    const from = findResult(record);
    const job = { record, wanted: { ...first.wanted, from } };
    if (queue.findOperationRefusal(record, job.wanted) !== null) return [];
    return (record.steps[from]?.taskId ?? null) !== null && isValid(job) ? [job] : [];
  });
}
