import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';

/** A pasted key without the accidents of pasting; a key pasted twice is taken once. Throws `config_invalid`. */
export function parseApiKey(typed: string): string {
  const key = typed.trim().replace(/^Bearer\s+/i, '');
  const half = key.slice(0, key.length / 2);
  const once = key.length >= 32 && half + half === key ? half : key;
  if (!/^[\x21-\x7e]{8,400}$/.test(once)) {
    throw new AppError('config_invalid', message('key.form'), { subject: message('subject.key') });
  }
  return once;
}
