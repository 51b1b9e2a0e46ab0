import { isActive } from '../../../src-shared/job.ts';
import { mayHaveTask } from '../../pipeline/intent.ts';
import { Stopped } from '../../pipeline/way.ts';
import type { QueueParts } from '../queue-parts.ts';
import { afterFailure } from '../run-job.ts';

/** Stops jobs before the next thing that costs; a step that was sent is still brought home. */
export function cancelJobs({ list, intents, inHand, system }: QueueParts, ids: readonly string[]): void {
  for (const id of ids) {
    const record = list.get(id);
    if (!record || !isActive(record.status)) continue;
    const stopping = list.save({ ...record, stopRequested: true });
    const ordered = record.steps.some(
      (step, index) => step.status !== 'done' && (step.taskId !== null || mayHaveTask(intents.findStanding(id, index))),
    );
    if (ordered) continue;
    const hand = inHand(id);
    if (hand) hand.abort(new Stopped());
    else list.save(afterFailure(stopping, new Stopped(), false, system));
  }
}
