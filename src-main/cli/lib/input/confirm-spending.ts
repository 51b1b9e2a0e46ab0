import { parseCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { groupThousands } from '../../../../src-shared/base/group-thousands.ts';
import { AppError } from '../../../../src-shared/base/errors.ts';
import type { SpendingPlan } from '../../../../src-shared/ipc/views/money-view.ts';
import { assertTotalConfirmed } from '../../../queue/spending/assert-total-confirmed.ts';
import { formatSpendingPlan } from '../output/plan-text.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';
import { askQuestion } from './ask-question.ts';
import { UsageError } from '../usage-error.ts';

/** Options that agree to spending. */
export interface SpendingConsent {
  readonly yes: boolean;
  readonly maxCredits: string | undefined;
}

/**
 * Returns when a plan may run: it needs no confirmation, the options confirm it, or the user at the terminal does. Throws
 * `needs_yes` otherwise, and when it costs more than `--max-credits`.
 */
export async function confirmSpending(plan: SpendingPlan, { yes, maxCredits }: SpendingConsent): Promise<void> {
  if (maxCredits !== undefined) {
    const limit = parseCredits(maxCredits);
    if (limit === null || limit < 0) {
      throw new UsageError(
        `“${maskControlCharacters(maxCredits)}” is not valid for --max-credits. Use an amount such as 50 or 12.50.`,
      );
    }
    if (plan.unknown > 0 && !yes) throw refuseUnknown(plan);
    return assertTotalConfirmed({ ...plan, needsYes: !plan.free }, limit);
  }
  if (yes || !plan.needsYes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) return assertTotalConfirmed(plan, null);
  process.stderr.write(formatSpendingPlan(plan));
  if (!/^y(es)?$/i.test((await askQuestion('Spend these credits? [y/N] ')).trim())) assertTotalConfirmed(plan, null);
}

function refuseUnknown({ total, unknown }: SpendingPlan): AppError {
  const steps = unknown === 1 ? 'one step has' : `${unknown} steps have`;
  const detail = `This costs at least ${groupThousands(total)} credits; ${steps} no known price, so --max-credits cannot be checked.`;
  return new AppError('needs_yes', detail);
}
