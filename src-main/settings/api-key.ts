import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Number of characters of a key that may be shown. */
const SHOWN_CHARACTERS = 4;

/** The key without spaces, `Bearer` or an accidental second paste. Throws `config_invalid`. */
export function parseApiKey(typed: string): string {
  const key = typed.trim().replace(/^Bearer\s+/i, '');
  const half = key.slice(0, key.length / 2);
  const once = key.length >= 32 && half + half === key ? half : key;
  if (!/^[\x21-\x7e]{8,400}$/.test(once)) {
    throw new AppError('config_invalid', message('key.form'), { subject: message('subject.key') });
  }
  return once;
}

/** The last characters of a key, to tell keys apart; empty without a key. */
export function keyEnding(key: string | null): string {
  return key?.slice(-SHOWN_CHARACTERS) ?? '';
}
