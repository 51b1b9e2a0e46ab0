import type { SpendingPlan, SpendingRow } from '../../../../src-shared/ipc/views/money-view.ts';
import { isGreaterAmount, subtractAmounts } from '../../../app/credit-amounts.ts';
import { formatAmount } from '../../../app/language/format.ts';
import { TEXTS } from '../../../app/language/texts.ts';

/**
 * What the balance holds after the plan, by the careful reading: held credits are taken off, because nobody says whether
 * the balance contains them. Null while the balance is not known.
 */
export function balanceAfter({
  balance,
  held,
  total,
}: Pick<SpendingPlan, 'balance' | 'held' | 'total'>): string | null {
  return balance === null ? null : subtractAmounts(balance, held ?? '0', total);
}

/**
 * Which limits the plan passes, and what becomes of the jobs that do not fit: one sentence each. `folderName`: what people
 * call a hot folder, by its id.
 */
export function exceededCapSentences(
  { over }: Pick<SpendingPlan, 'over'>,
  folderName: (id: string) => string,
): string[] {
  const { over: words, plan } = TEXTS.spending;
  const sentences = over.map(({ cap, subject, limit, would }) => {
    const [most, then] = [formatAmount(limit), formatAmount(would)];
    switch (cap) {
      case 'day':
        return words.day(most, then);
      case 'recipe':
        return words.recipe(subject, most, then);
      case 'folder':
        return words.folder(folderName(subject), most, then);
      case 'balance':
        return words.balance(most, then);
      case 'pause_below':
        return words.pauseBelow(most, then);
    }
  });
  const caps = over.some(({ cap }) => cap === 'day' || cap === 'recipe' || cap === 'folder');
  if (caps) sentences.push(plan.waits);
  if (over.some(({ cap }) => cap === 'balance')) sentences.push(plan.short);
  return sentences;
}

/** The largest of some amounts; nothing of none. */
export function largestAmount(amounts: readonly string[]): string {
  return amounts.reduce((most, amount) => (isGreaterAmount(amount, most) ? amount : most), '0.00');
}

/** The amount of an order in the history: what was charged or came back, else what it may have cost. */
export function spendingRowAmount({ state, estimate, charged, back }: SpendingRow): string {
  const amount = state === 'charged' ? charged : state === 'back' ? back : estimate;
  return amount === null ? '–' : formatAmount(amount);
}
