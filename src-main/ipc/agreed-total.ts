import { parseCredits, type Credits } from '../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';

/** The total the user confirmed; null: no confirmation was needed. Throws `bad_request` if it is not an amount. */
export function parseAgreedTotal(agreed: string | undefined): Credits | null {
  if (agreed === undefined) return null;
  const read = parseCredits(agreed);
  if (read !== null && read >= 0) return read;
  throw new AppError('bad_request', message('spending.approved-total-invalid', { text: agreed }));
}
