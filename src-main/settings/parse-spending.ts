import { AppError } from '../../src-shared/base/errors.ts';
import { spending, type Spending, type SpendingInput } from '../../src-shared/settings/settings.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Names of the parts in error messages. */
const SUBJECTS = {
  confirmAbove: 'confirm-above',
  perDay: 'per-day',
  perRecipe: 'per-recipe',
  perFolder: 'per-folder',
  pauseBelow: 'pause-below',
} as const satisfies Readonly<Record<keyof Spending, string>>;

/** Limits with changes in the user's notation; throws `config_invalid` naming an invalid amount. */
export function parseSpending(current: Spending, typed: SpendingInput): Spending {
  const read = spending.safeParse({ ...current, ...typed });
  if (read.success) return read.data;
  const { path, message: text } = read.error.issues[0] as (typeof read.error.issues)[0];
  const [part, id] = path as [keyof Spending, string?];
  const subject = message(`spending.${SUBJECTS[part]}`, { name: id ?? '' });
  throw new AppError('config_invalid', message('spending.not-an-amount', { text }), { subject });
}
