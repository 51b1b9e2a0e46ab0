import type { Job, JobStep, JobStatus, Money } from '../../../src-shared/jobs/job.ts';
import { isNonZeroAmount } from '../../app/credit-amounts.ts';
import { formatAmount } from '../../app/language/format.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { amountLabel, CHARGE_LABELS, STATE_LABELS, testLabel } from '../../app/language/labels.ts';

/** Formats a step's actual or expected cost: `110.00 charged`, `110.00 held`, `about 35.00`. */
export function stepCost(job: Pick<Job, 'money' | 'steps' | 'step'>, index: number): string {
  const step = job.steps[index];
  if (!step) return '';
  if (job.money.kind === 'free') return CHARGE_LABELS.free;
  const { amount } = step.price;
  if (step.creditsConsumed !== null) return amountLabel(step.creditsConsumed, 'charged', job.money);
  if (step.status === 'failed') return failedMoney(job, index);
  if ((index === job.step || step.status === 'done') && job.money.kind === 'maybe_paid') {
    return amount === null ? CHARGE_LABELS.maybe_paid : amountLabel(amount, 'maybe_paid', job.money);
  }
  if (amount === null) return CHARGE_LABELS.not_known;
  switch (step.status) {
    case 'running':
      return step.taskId === null ? estimateOf(step, job.money) : amountLabel(amount, 'held', job.money);
    case 'waiting':
      return estimateOf(step, job.money);
    default:
      return STATE_LABELS[step.status satisfies JobStatus];
  }
}

/** Formats the cost of a failed job's step. Only the current step can have failed and been refunded. */
function failedMoney({ money, step }: Pick<Job, 'money' | 'step'>, index: number): string {
  if (index === step && isNonZeroAmount(money.back)) return amountLabel(money.back, 'back', money);
  return CHARGE_LABELS.not_charged;
}

function estimateOf({ price }: JobStep, credits: Pick<Money, 'test'>): string {
  if (price.amount === null) return CHARGE_LABELS.not_known;
  const basis = price.basis === 'learned' ? TEXTS.spending.about : TEXTS.spending.estimated;
  return testLabel(`${basis} ${formatAmount(price.amount)}`, credits);
}
