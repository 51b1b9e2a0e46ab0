import { formatCredits, parseCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';

/** Throws `needs_yes` where a plan costs more than a person said yes to; null: nobody was asked. */
export function assertTotalConfirmed({ needsYes, total, unknown }: SpendingPlan, agreed: Credits | null): void {
  const cost = parseCredits(total) ?? 0;
  if (!needsYes || (agreed !== null && cost <= agreed)) return;
  const steps = unknown === 1 ? 'one step' : `${unknown} steps`;
  const besides = unknown === 0 ? '' : `, and what ${steps} of unknown price will be charged besides`;
  const before = agreed === null ? '' : `; you said yes to ${formatCredits(agreed)}`;
  throw new AppError('needs_yes', `This costs ${total} credits${besides}${before}.`);
}
