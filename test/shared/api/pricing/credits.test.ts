import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addCredits,
  formatCredits,
  parseCredits,
  toCredits,
  toWireCredits,
  wireCredits,
} from '../../../../src-shared/api/pricing/credits.ts';

/** Whole hundredths as far as a wire number stays exact to two places. */
const hundredths = fc.integer({ min: -1e13, max: 1e13 });

describe('credits', () => {
  test('come back unchanged from their text and from the wire number', () => {
    fc.assert(
      fc.property(hundredths, (amount) => {
        const credits = toCredits(amount);
        expect(parseCredits(formatCredits(credits))).toBe(credits);
        expect(parseCredits(toWireCredits(credits))).toBe(credits);
        expect(wireCredits.parse(JSON.parse(JSON.stringify(toWireCredits(credits))))).toBe(credits);
      }),
    );
  });

  test('add up exactly, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 200 }), (amounts) => {
        const sum = addCredits(...amounts.map((amount) => toCredits(amount)));
        const exact = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
        expect(BigInt(sum)).toBe(exact);
        expect(addCredits(...amounts.toReversed().map((amount) => toCredits(amount)))).toBe(sum);
      }),
    );
  });

  test('a tenth three times is thirty hundredths, not a binary fraction more', () => {
    const tenth = parseCredits(0.1) ?? toCredits(0);
    expect(formatCredits(addCredits(tenth, tenth, tenth))).toBe('0.30');
  });

  test.each([
    ['0', 0],
    ['-0', 0],
    ['110', 11_000],
    ['110.5', 11_050],
    ['110.50', 11_050],
    ['110.500', 11_050],
    ['-0.05', -5],
    ['9999999999999.99', 999_999_999_999_999],
  ])('reads %s', (text, amount) => {
    expect(parseCredits(text)).toBe(amount);
  });

  test.each([
    ['NaN', NaN],
    ['infinity', Infinity],
    ['1e308', 1e308],
    ['1e21', 1e21],
    ['a tiny binary remainder', 0.1 + 0.2],
    ['three decimals', 10.123],
    ['1e-7', 1e-7],
    ['three decimals as text', '1.001'],
    ['an empty text', ''],
    ['a sign alone', '-'],
    ['a plus', '+1'],
    ['a comma', '1,5'],
    ['white space', ' 1'],
    ['a bare point', '1.'],
    ['hexadecimal', '0x10'],
    ['exponent text', '1e3'],
    ['words', 'free'],
    ['more than can be added exactly', '99999999999999'],
  ])('refuses %s', (_, value) => {
    expect(parseCredits(value)).toBeNull();
    expect(wireCredits.safeParse(value).success).toBe(false);
  });

  test.each([[null], [undefined], [true], [{}], [[1]]])('refuses %s on the wire', (value) => {
    expect(wireCredits.safeParse(value).success).toBe(false);
  });

  test('a fraction of a hundredth is never marked as credits', () => {
    for (const wrong of [0.5, NaN, Infinity, 2 ** 53]) expect(() => toCredits(wrong)).toThrow(RangeError);
  });

  test('negative zero is zero', () => {
    expect(Object.is(toCredits(-0), 0)).toBe(true);
    expect(formatCredits(toCredits(-0))).toBe('0.00');
  });
});
