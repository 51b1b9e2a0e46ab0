import { expect, test } from 'vitest';
import { keyEnding, parseApiKey } from '../../src-main/settings/api-key.ts';

const KEY = 'tcli_0123456789abcdef';

test.each([KEY, `  ${KEY}\n`, `Bearer ${KEY}`, `bearer  ${KEY}`, `${KEY}${KEY}`])('%j is read as the key', (typed) => {
  expect(parseApiKey(typed)).toBe(KEY);
});

test.each(['', 'short', 'two words 0123456789', 'ключ-0123456789', 'x'.repeat(401)])('%j is refused', (typed) => {
  expect(() => parseApiKey(typed)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
});

test('no more than its last four characters are shown', () => {
  expect(keyEnding(KEY)).toBe('cdef');
  expect(keyEnding(null)).toBe('');
});
