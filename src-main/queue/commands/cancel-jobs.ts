import { isActive } from '../../../src-shared/jobs/job.ts';
import { listDueExports } from '../../pipeline/steps/export-finished.ts';
import { StoppedRun } from '../../pipeline/run-pipeline.ts';
import type { CancelledFrom, JobRecord } from '../../pipeline/job-record.ts';
import { hasOutstandingTask, type QueueParts } from '../queue-parts.ts';
import { afterFailure } from '../run-job.ts';

/** Result of a cancellation. */
export interface CancelResult {
  /** Jobs that are cancelled; `uncancelJobs` undoes it. */
  readonly cancelled: string[];
  /** Number of these whose task was sent: it is downloaded before they stop. */
  readonly sent: number;
}

/** Stops jobs before the next charge; a step that was sent is still downloaded, and finished steps are exported. */
export function cancelJobs(parts: QueueParts, ids: readonly string[]): CancelResult {
  const { list, abortOf, system, pump } = parts;
  const cancelled: string[] = [];
  let sent = 0;
  for (const id of ids) {
    const record = list.get(id);
    const before = record && stateBefore(record);
    if (!record || !before) continue;
    const ordered = hasOutstandingTask(parts, record);
    const goesOn = ordered || listDueExports(record).length > 0;
    const status = goesOn && (record.status === 'paused' || record.status === 'held') ? 'waiting' : record.status;
    // Only the export of finished steps is left, which does not have to wait.
    const retryAt = ordered ? record.retryAt : null;
    const stopping = {
      ...record,
      status,
      retryAt,
      stopRequested: true,
      pauseRequested: false,
      // A job that is cancelled a second time before it stopped keeps its first state.
      cancelledFrom: (record.stopRequested ? record.cancelledFrom : undefined) ?? before,
    };
    const hand = ordered ? null : abortOf(id);
    // One write: a disk failure between two writes would leave a job that is neither paused nor cancelled.
    list.save(goesOn || hand ? stopping : afterFailure(stopping, new StoppedRun(), false, system));
    hand?.abort(new StoppedRun());
    cancelled.push(id);
    if (ordered) sent++;
  }
  pump();
  return { cancelled, sent };
}

/** Null: the job cannot be cancelled. */
function stateBefore({ status, error, pauseRequested }: JobRecord): CancelledFrom | null {
  if (status === 'paused' || status === 'held') return { status, error };
  return isActive(status) ? { status: pauseRequested ? 'paused' : 'waiting', error: null } : null;
}
