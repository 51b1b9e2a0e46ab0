import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNumber } from '../../../../src-renderer/app/language/format-number.ts';
import { parseDecimal } from '../../../../src-renderer/app/language/parse-decimal.ts';

const READ: Readonly<Record<string, string>> = {
  ...{
    '12': '12',
    '12.5': '12.5',
    '12,5': '12.5',
    '12,50': '12.50',
    '0,5': '0.5',
    '0,125': '0.125',
    '1234,500': '1234.500',
  },
  ...{ '3,500': '3500', '-3,500': '-3500', '1,234,567.8': '1234567.8', '3.500': '3.500', '1.234.567': '1234567' },
  ...{ '1 250,50': '1250.50', '1\u202f250.5': '1250.5', '1’250,125': '1250.125', '1_000': '1000', '1.250,5': '1250.5' },
  ...{ ' -0,250 ': '-0.250', '−5': '-5', '.5': '.5', '12.': '12.', '1,5e-3': '1.5e-3' },
};

test('a typed number is read with the separators of any language', () => {
  expect(Object.fromEntries(Object.keys(READ).map((typed) => [typed, parseDecimal(typed)]))).toEqual(READ);
});

test('text whose separators contradict each other is not read', () => {
  const typed = [
    '',
    '-',
    ' ',
    '1,2,3',
    '12,34,567',
    '1,234,5',
    '1 2',
    '1 250.50,5',
    '0,125,000',
    '1 234,567.8',
    '1.5.2',
  ];
  for (const unclear of [...typed, ',5', '--5', '5-', 'many', '0x10', 'NaN', '٣'])
    expect(parseDecimal(unclear)).toBeNull();
});

test('a number is read back as it is shown', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), (value) => {
      const shown = formatNumber(value);
      expect(Number(parseDecimal(shown))).toBe(Number(shown.replaceAll(',', '')));
    }),
    { numRuns: 200 },
  );
});
