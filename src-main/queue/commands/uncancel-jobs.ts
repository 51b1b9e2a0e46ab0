import { isActive } from '../../../src-shared/jobs/job.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { hasOutstandingTask, type QueueParts } from '../queue-parts.ts';

/**
 * Puts cancelled jobs back as they were before, at their places in the queue; durable, all or none. Nothing that was sent
 * is sent again. Ignores jobs that ended otherwise, or whose run is being stopped. Returns the ids of the jobs put back.
 */
export function uncancelJobs(parts: QueueParts, ids: readonly string[]): string[] {
  const { list, pump } = parts;
  const back = [...new Set(ids)].flatMap((id) => putBack(parts, list.get(id)) ?? []);
  list.saveAll(back);
  pump();
  return back.map(({ id }) => id);
}

/** Null: the job is not cancelled, or cannot be put back. */
function putBack(parts: QueueParts, cancelled: JobRecord | undefined): JobRecord | null {
  if (!cancelled?.cancelledFrom) return null;
  const { cancelledFrom, ...record } = cancelled;
  const run = parts.abortOf(record.id);
  if (record.status === 'cancelled') {
    if (run !== null || hasOutstandingTask(parts, record)) return null;
    const steps = record.steps.map((step) =>
      step.status === 'cancelled' ? { ...step, status: 'waiting' as const } : step,
    );
    return { ...record, ...cancelledFrom, steps, stopRequested: false, finishedAt: null };
  }
  // Its task was sent and is still followed, or only the export of finished steps is left.
  if (!isActive(record.status) || !record.stopRequested || run?.signal.aborted) return null;
  if (run === null) return { ...record, ...cancelledFrom, stopRequested: false };
  // Its run would order what nobody confirmed.
  if (cancelledFrom.status === 'held') return null;
  return { ...record, stopRequested: false, pauseRequested: cancelledFrom.status === 'paused' };
}
