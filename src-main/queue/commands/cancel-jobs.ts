import { isActive, type JobStatus } from '../../../src-shared/jobs/job.ts';
import { listDueExports } from '../../pipeline/steps/export-finished.ts';
import { StoppedRun } from '../../pipeline/run-pipeline.ts';
import { hasOutstandingTask, type QueueParts } from '../queue-parts.ts';
import { afterFailure } from '../run-job.ts';

/** States of inactive jobs that can be cancelled. */
const STANDING: readonly JobStatus[] = ['paused', 'held'];

/** Stops jobs before the next charge; a step that was sent is still downloaded, and finished steps are exported. */
export function cancelJobs(parts: QueueParts, ids: readonly string[]): void {
  const { list, abortOf, system, pump } = parts;
  for (const id of ids) {
    const record = list.get(id);
    if (!record || (!isActive(record.status) && !STANDING.includes(record.status))) continue;
    const ordered = hasOutstandingTask(parts, record);
    const goesOn = ordered || listDueExports(record).length > 0;
    const status = goesOn && record.status === 'paused' ? 'waiting' : record.status;
    // Only the export of finished steps is left, which does not have to wait.
    const retryAt = ordered ? record.retryAt : null;
    const stopping = { ...record, status, retryAt, stopRequested: true, pauseRequested: false };
    const hand = ordered ? null : abortOf(id);
    // One write: a disk failure between two writes would leave a job that is neither paused nor cancelled.
    list.save(goesOn || hand ? stopping : afterFailure(stopping, new StoppedRun(), false, system));
    hand?.abort(new StoppedRun());
  }
  pump();
}
