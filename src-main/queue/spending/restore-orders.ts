import { ZERO_CREDITS, parseCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { Random } from '../../base/random.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
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
 * Brings back from finished jobs which tasks are ours, and what they cost, so that caps and history know of it after the
 * database was rebuilt. What was paid for a job that was not finished is not known any more.
 */
export function restoreOrders(
  { intents, spendings }: { readonly intents: IntentStore; readonly spendings: SpendingStore },
  records: readonly JobRecord[],
  random: Pick<Random, 'uuid'>,
): void {
  const ordered = records.flatMap(ordersOf);
  // A task that several jobs used was charged to one of them; that one has to come first.
  for (const { record, step, taskId, charged } of ordered.sort((one, other) => other.charged - one.charged)) {
    const operation = record.steps[step]?.operation ?? '';
    const order = { id: random.uuid(), jobId: record.id, step, serviceId: record.serviceId ?? '', operation };
    if (!intents.adopt(order, taskId) || record.free || charged === 0) continue;
    // When each step was ordered is not in the manifest.
    const at = record.startedAt ?? record.createdAt;
    spendings.add(toSpending(record, step, { id: order.id, day: toLocalDay(at), at, estimate: null }));
    spendings.end(order.id, { kind: 'charged', charged }, record.finishedAt ?? at);
  }
}

function ordersOf(record: JobRecord): RestoredOrder[] {
  return record.steps.flatMap(({ taskId, creditsConsumed }, step) => {
    const charged = parseCredits(creditsConsumed ?? '0');
    return taskId === null ? [] : [{ record, step, taskId, charged: charged && charged > 0 ? charged : ZERO_CREDITS }];
  });
}
