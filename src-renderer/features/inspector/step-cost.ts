import type { Job, JobStep, JobStatus } from '../../../src-shared/jobs/job.ts';
import { isSome } from '../../app/credit-amounts.ts';
import { formatAmount } from '../../app/language/format.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { amountWords, MONEY_WORDS, STATE_WORDS } from '../../app/language/labels.ts';

/** What a step cost, costs or may have cost, with its meaning: `110.00 charged`, `110.00 held`, `about 35.00`. */
export function stepCost(job: Pick<Job, 'money' | 'steps' | 'step'>, index: number): string {
  const step = job.steps[index];
  if (!step) return '';
  if (job.money.kind === 'free') return MONEY_WORDS.free;
  const { amount } = step.price;
  if (step.creditsConsumed !== null) return amountWords(step.creditsConsumed, 'charged');
  if (step.status === 'failed') return failedMoney(job, index);
  if ((index === job.step || step.status === 'done') && job.money.kind === 'maybe_paid') {
    return amount === null ? MONEY_WORDS.maybe_paid : amountWords(amount, 'maybe_paid');
  }
  if (amount === null) return MONEY_WORDS.not_known;
  switch (step.status) {
    case 'running':
      return step.taskId === null ? estimateOf(step) : amountWords(amount, 'held');
    case 'waiting':
      return estimateOf(step);
    default:
      return STATE_WORDS[step.status satisfies JobStatus];
  }
}

/** Only the step in hand can have failed with something coming back. */
function failedMoney({ money, step }: Pick<Job, 'money' | 'step'>, index: number): string {
  if (index === step && isSome(money.back)) return amountWords(money.back, 'back');
  return MONEY_WORDS.not_charged;
}

function estimateOf({ price }: JobStep): string {
  if (price.amount === null) return MONEY_WORDS.not_known;
  return `${price.basis === 'learned' ? TEXTS.money.about : TEXTS.money.estimated} ${formatAmount(price.amount)}`;
}
