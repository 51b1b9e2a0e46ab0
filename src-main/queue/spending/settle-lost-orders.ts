import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import type { Budget } from '../../pipeline/budget.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
import { toTaskEnd } from '../../pipeline/steps/read-charge.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { SpendingStore } from './spending-store.ts';

interface Deps {
  readonly spendings: Pick<SpendingStore, 'listOpenTasks'>;
  readonly intents: Pick<IntentStore, 'find'>;
  readonly budget: Pick<Budget, 'endLost'>;
  /** True if nobody follows the tasks of a job or a call any more. */
  isLost(jobId: string): boolean;
}

/**
 * Records the charges of orders that nothing waits for: of an interrupted `dropforge call`, of a removed job, or sent
 * before the user gave up or sent again. Asks the service only if there are any.
 */
export async function settleLostOrders(
  client: Pick<ServiceClient, 'profile' | 'listTasks'>,
  { spendings, intents, budget, isLost }: Deps,
): Promise<void> {
  const lost = spendings.listOpenTasks(client.profile.id).filter(({ intentId }) => {
    const intent = intents.find(intentId);
    return intent && (intent.state === 'abandoned' || isLost(intent.jobId));
  });
  for (let at = 0; at < lost.length; at += LIMITS.batchQueryIds) {
    const asked = lost.slice(at, at + LIMITS.batchQueryIds);
    const { tasks } = await client.listTasks(asked.map(({ taskId }) => taskId));
    for (const { intentId, taskId } of asked) {
      const task = tasks.get(taskId);
      const intent = intents.find(intentId);
      const end = task ? toTaskEnd(task, false) : null;
      if (intent && end) budget.endLost(intent, end);
    }
  }
}
