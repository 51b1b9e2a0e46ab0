import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import { isActive } from '../../../src-shared/jobs/job.ts';
import { serviceOf, type JobRecord } from '../../pipeline/job-record.ts';
import { PausedRun } from '../../pipeline/run-pipeline.ts';
import { withoutCap } from '../spending/over-cap-jobs.ts';
import { hasOutstandingTask, type QueueParts } from '../queue-parts.ts';
import { afterFailure } from '../run-job.ts';

/** Pauses jobs before the next charge; a step that was sent is still downloaded. */
export function pauseJobs(parts: QueueParts, ids: readonly string[]): void {
  const { list, abortOf, system } = parts;
  for (const id of ids) {
    const record = list.get(id);
    if (!record || !isActive(record.status)) continue;
    // The mark of a cap from before, as of a job that was retried since, no longer says why it is paused.
    const pausing = list.save({ ...record, pauseRequested: true, overCap: null });
    if (hasOutstandingTask(parts, record)) continue;
    const hand = abortOf(id);
    if (hand) hand.abort(new PausedRun());
    else list.save(afterFailure(pausing, new PausedRun(), false, system));
  }
}

/**
 * Resumes paused jobs. Resuming a job that waits because of a cap confirms its next step: that step may exceed that cap,
 * and no other.
 */
export function resumeJobs({ list, pump }: QueueParts, ids: readonly string[]): void {
  const records = ids.flatMap((id) => list.get(id) ?? []);
  list.saveAll(
    records.flatMap((record): JobRecord[] => {
      if (record.status === 'paused' && record.overCap) {
        const waived = { cap: record.overCap.cap, step: record.step };
        return [{ ...withoutCap(record), waivedCaps: [...(record.waivedCaps ?? []), waived] }];
      }
      if (!record.pauseRequested && record.status !== 'paused') return [];
      const status = record.status === 'paused' ? ('waiting' as const) : record.status;
      return [{ ...record, pauseRequested: false, status }];
    }),
  );
  pump();
}

/**
 * Pauses or resumes the whole queue, durably: while it is paused nothing is ordered, but sent orders are downloaded.
 * `reason`: why the app paused it automatically; `services`: the only services it is paused for.
 */
export function pauseQueue(
  parts: QueueParts,
  paused: boolean,
  reason: ErrorInfo | null = null,
  services: readonly string[] | null = null,
): void {
  const { list, abortOf, pump } = parts;
  list.setPaused(paused, reason, services);
  for (const record of paused ? list.recent() : []) {
    const hand = list.isPaused(serviceOf(record)) ? abortOf(record.id) : null;
    if (hand && !hasOutstandingTask(parts, record)) hand.abort(new PausedRun(reason));
  }
  pump();
}
