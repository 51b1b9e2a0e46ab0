import type { SpendingPlan, SpendingRow } from '../../../../src-shared/ipc/views/money-view.ts';
import { isGreaterAmount, subtractAmounts } from '../../../app/credit-amounts.ts';
import { formatAmount } from '../../../app/language/format.ts';
import { joinSentences } from '../../../app/language/labels.ts';
import { TEXTS } from '../../../app/language/texts.ts';

/** Calculates the credits that are available after the plan; null if unknown. */
export function availableAfter({ available, total }: Pick<SpendingPlan, 'available' | 'total'>): string | null {
  return available === null ? null : subtractAmounts(available, total);
}

/**
 * Lists the limits the plan exceeds and the consequence for the jobs above them, one sentence each. `folderName`
 * returns a hot folder's name by its id.
 */
export function exceededCapSentences(
  { over }: Pick<SpendingPlan, 'over'>,
  folderName: (id: string) => string,
): string[] {
  const { over: words, plan } = TEXTS.spending;
  const sentences = over.map(({ cap, subject, limit, would, covers }) => {
    const [most, then] = [formatAmount(limit), formatAmount(would)];
    switch (cap) {
      case 'day':
        return words.day(most, then);
      case 'recipe':
        return words.recipe(subject, most, then);
      case 'folder':
        return words.folder(folderName(subject), most, then);
      case 'balance':
        return joinSentences([
          words.balance(most, then),
          covers && covers.of > 1 ? words.covers(covers.jobs, covers.of) : '',
        ]);
      case 'pause_below':
        return words.pauseBelow(most, then);
    }
  });
  const caps = over.some(({ cap }) => cap === 'day' || cap === 'recipe' || cap === 'folder');
  if (caps) sentences.push(plan.waits);
  if (over.some(({ cap }) => cap === 'balance')) sentences.push(plan.short);
  return sentences;
}

/** Returns the largest amount, or zero for an empty list. */
export function largestAmount(amounts: readonly string[]): string {
  return amounts.reduce((most, amount) => (isGreaterAmount(amount, most) ? amount : most), '0.00');
}

/** Returns the amount of an order in the history: the amount charged or refunded, otherwise the estimate. */
export function spendingRowAmount({ state, estimate, charged, back }: SpendingRow): string {
  const amount = state === 'charged' ? charged : state === 'back' ? back : estimate;
  return amount === null ? '–' : formatAmount(amount);
}
