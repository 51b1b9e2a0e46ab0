import { ZERO_CREDITS, parseCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { Random } from '../../base/random.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
import { isStored } from '../store/job-manifests.ts';
import type { SpendingStore } from './spending-store.ts';
import { toLocalDay } from './local-day.ts';
import { toSpending } from './recorded-intents.ts';

interface RestoredOrder {
  readonly record: JobRecord;
  readonly step: number;
  readonly taskId: string;
  readonly charged: Credits;
}

/**
 * Restores the tasks and costs of finished jobs, so that caps and history include them after the
 * database was rebuilt. Charges of unfinished jobs are lost.
 */
export function restoreOrders(
  { intents, spendings }: { readonly intents: IntentStore; readonly spendings: SpendingStore },
  records: readonly JobRecord[],
  random: Pick<Random, 'uuid'>,
): void {
  const ordered = records.flatMap(ordersOf);
  // A task used by several jobs was charged to one of them; that job must come first.
  for (const { record, step, taskId, charged } of ordered.sort((one, other) => other.charged - one.charged)) {
    const operation = record.steps[step]?.operation ?? '';
    const order = { id: random.uuid(), jobId: record.id, step, serviceId: record.serviceId ?? '', operation };
    isStored(record.id, () => {
      if (!intents.adopt(order, taskId) || record.free || charged === 0) return;
      // The manifest does not include the time of each order.
      const at = record.startedAt ?? record.createdAt;
      spendings.add(toSpending(record, step, { id: order.id, day: toLocalDay(at), at, estimate: null }));
      spendings.end(order.id, { kind: 'charged', charged }, record.finishedAt ?? at);
    });
  }
}

function ordersOf(record: JobRecord): RestoredOrder[] {
  return record.steps.flatMap(({ taskId, creditsConsumed }, step) => {
    const charged = parseCredits(creditsConsumed ?? '0');
    return taskId === null ? [] : [{ record, step, taskId, charged: charged && charged > 0 ? charged : ZERO_CREDITS }];
  });
}
