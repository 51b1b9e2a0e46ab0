import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { assertTotalConfirmed } from '../../queue/spending/assert-total-confirmed.ts';
import { planUnconfirmed, type ConfirmationPlanOptions } from '../../queue/spending/plan-unconfirmed.ts';
import type { Queue } from '../../queue/queue.ts';
import { parseAgreedTotal } from './money-handlers.ts';

/** What the page may ask about jobs that wait for a yes; without one for what they cost by now none begins. */
export function createConfirmationHandlers(
  queue: Pick<Queue, 'find' | 'confirm' | 'thumbnails'>,
  plan: ConfirmationPlanOptions,
): Pick<Handlers, 'money:planHeld' | 'queue:confirm' | 'queue:thumbnails'> {
  const heldAmong = (ids: readonly string[]): JobRecord[] =>
    ids.flatMap((id) => queue.find(id) ?? []).filter(({ status }) => status === 'held');
  const planOf = (records: readonly JobRecord[]): SpendingPlan => planUnconfirmed(records, plan);

  return {
    'money:planHeld': async ({ ids }) => planOf(heldAmong(ids)),
    'queue:confirm': async ({ ids, agreed }) => {
      const held = heldAmong(ids);
      assertTotalConfirmed(planOf(held), parseAgreedTotal(agreed));
      queue.confirm(held.map(({ id }) => id));
      return null;
    },
    'queue:thumbnails': async ({ ids }) => (queue.thumbnails.make(ids), null),
  };
}
