import { AppError } from '../../src-shared/base/errors.ts';
import { spending, type Spending, type SpendingInput } from '../../src-shared/settings/settings.ts';

/** What the parts are called where one of them is wrong. */
const SUBJECTS: Readonly<Record<keyof Spending, string>> = {
  confirmAbove: 'The amount above which you are asked',
  perDay: 'The limit a day',
  perRecipe: 'The limit a day for a recipe',
  perFolder: 'The limit a day for a folder',
  pauseBelow: 'The balance to keep',
};

/** Limits with some of them changed as a person typed them; throws `config_invalid` naming what is no amount. */
export function parseSpending(current: Spending, typed: SpendingInput): Spending {
  const read = spending.safeParse({ ...current, ...typed });
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0] as (typeof read.error.issues)[0];
  const [part, id] = path as [keyof Spending, string?];
  const subject = SUBJECTS[part];
  throw new AppError('config_invalid', message, { subject: id === undefined ? subject : `${subject} “${id}”` });
}
