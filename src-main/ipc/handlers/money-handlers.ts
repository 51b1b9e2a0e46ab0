import { parseCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import type { BatchPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { QueueSpending } from '../../queue/spending/spending-control.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** What the page may ask about money that was spent; `plan` is what a batch would cost. */
export function createMoneyHandlers(
  money: QueueSpending,
  plan: (batch: Parameters<Handlers['money:plan']>[0]) => Promise<BatchPlan>,
): Pick<Handlers, 'money:plan' | 'money:spent' | 'money:history'> {
  return {
    'money:plan': plan,
    'money:spent': async () => money.spent(),
    'money:history': async ({ before, limit }) => money.history(before, limit),
  };
}

/** The total a person said yes to; null: nobody was asked. Throws `bad_request` when it is no amount. */
export function parseAgreedTotal(agreed: string | undefined): Credits | null {
  if (agreed === undefined) return null;
  const read = parseCredits(agreed);
  if (read !== null && read >= 0) return read;
  throw new AppError('bad_request', message('spending.approved-total-invalid', { text: agreed }));
}
