import { expect, test } from 'vitest';
import { parseInteger, parseNumber } from '../../../../src-main/engine/files/text/parse-number.ts';

const parse = (text: string): number => parseNumber(Buffer.from(text), 0, text.length);

test.each([
  ...['0', '-0', '+5', '12.', '.5', '-.25', '1e5', '1E-7', '2.5e+3', '123456789012345', '0.000001', '9007199254740993'],
  ...[
    '1.7976931348623157e308',
    '5e-324',
    '1e400',
    '0.1234567890123456789',
    '1e22',
    '1e23',
    'nan',
    'abc',
    '.',
    '-',
    '1e',
  ],
  ...['1.2.3', '0x10', 'Infinity', '1e1.5', '1-2'],
])('%s is the number that JavaScript reads', (text) => expect(parse(text)).toBe(Number(text)));

test('random numbers are the numbers that JavaScript reads', () => {
  let state = 1;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  for (let i = 0; i < 20_000; i++) {
    const value = (random() - 0.5) * 10 ** Math.floor(random() * 40 - 20);
    for (const text of [String(value), value.toFixed(6), value.toExponential(9), String(Math.fround(value))]) {
      expect(parse(text)).toBe(Number(text));
    }
  }
});

test('integers have up to nine digits', () => {
  const integer = (text: string): number => parseInteger(Buffer.from(text), 0, text.length);
  expect(['7', '-12', '+3', '123456789'].map(integer)).toEqual([7, -12, 3, 123_456_789]);
  expect(['', '-', '1234567890', '1.0', 'a'].map(integer)).toEqual(Array(5).fill(NaN));
});
