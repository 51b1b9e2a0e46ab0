import { AppError } from '../../src-shared/base/errors.ts';

/** A pasted key without the accidents of pasting; a key pasted twice is taken once. Throws `config_invalid`. */
export function parseApiKey(typed: string): string {
  const key = typed.trim().replace(/^Bearer\s+/i, '');
  const half = key.slice(0, key.length / 2);
  const once = key.length >= 32 && half + half === key ? half : key;
  if (!/^[\x21-\x7e]{8,400}$/.test(once)) {
    throw new AppError('config_invalid', 'A key is one word of letters, digits and signs.', { subject: 'The key' });
  }
  return once;
}
