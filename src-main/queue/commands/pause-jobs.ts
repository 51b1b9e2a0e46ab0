import { isActive } from '../../../src-shared/job.ts';
import { Paused } from '../../pipeline/way.ts';
import { hasOrder, type QueueParts } from '../queue-parts.ts';
import { afterFailure } from '../run-job.ts';

/** Pauses jobs before the next thing that costs; a step that was sent is still brought home. */
export function pauseJobs(parts: QueueParts, ids: readonly string[]): void {
  const { list, inHand, system } = parts;
  for (const id of ids) {
    const record = list.get(id);
    if (!record || !isActive(record.status)) continue;
    const pausing = list.save({ ...record, pauseRequested: true });
    if (hasOrder(parts, record)) continue;
    const hand = inHand(id);
    if (hand) hand.abort(new Paused());
    else list.save(afterFailure(pausing, new Paused(), false, system));
  }
}

/** Lets paused jobs go on from where they stand. */
export function resumeJobs({ list, pump }: QueueParts, ids: readonly string[]): void {
  const records = ids.flatMap((id) => list.get(id) ?? []).filter(({ pauseRequested }) => pauseRequested);
  list.saveAll(
    records.map((record) => ({
      ...record,
      pauseRequested: false,
      status: record.status === 'paused' ? ('waiting' as const) : record.status,
    })),
  );
  pump();
}

/** Pauses or resumes the whole queue, durably: while it is paused nothing is ordered, but what was sent comes home. */
export function pauseQueue(parts: QueueParts, paused: boolean): void {
  const { list, inHand, pump } = parts;
  list.setPaused(paused);
  for (const record of paused ? list.all() : []) {
    if (!hasOrder(parts, record)) inHand(record.id)?.abort(new Paused());
  }
  pump();
}
