import { formatCredits, parseCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Throws `needs_yes` if a plan costs more than the confirmed total; null: nothing was confirmed. */
export function assertTotalConfirmed({ needsYes, total, unknown }: SpendingPlan, agreed: Credits | null): void {
  const cost = parseCredits(total) ?? 0;
  if (!needsYes || (agreed !== null && cost <= agreed)) return;
  const limit = agreed === null ? '' : formatCredits(agreed);
  const detail = message('spending.total', { total, unknown, agreed: agreed === null ? 'no' : 'yes', limit });
  throw new AppError('needs_yes', detail);
}
