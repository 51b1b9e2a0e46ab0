import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../../src-renderer/app/language/format.ts';
import {
  addAmounts,
  isGreaterAmount,
  isNonZeroAmount,
  multiplyAmount,
  parseAmount,
  shareOf,
  subtractAmounts,
} from '../../../src-renderer/app/credit-amounts.ts';

describe('amounts', () => {
  it('are added and taken off exactly', () => {
    expect(addAmounts('0.10', '0.20', '110')).toBe('110.30');
    expect(addAmounts()).toBe('0.00');
    expect(addAmounts('90000000000000.01', '0.02')).toBe('90000000000000.03');
    expect(subtractAmounts('545.00', '110.00', '345.5')).toBe('89.50');
    expect(subtractAmounts('10.00', '10.05')).toBe('-0.05');
    expect(addAmounts('-0.05', '0.10')).toBe('0.05');
    expect([multiplyAmount('0.07', 3), multiplyAmount('110.10', 100_000)]).toEqual(['0.21', '11010000.00']);
  });

  it('are compared by their worth, not as text', () => {
    expect(isGreaterAmount('1000.00', '999.99')).toBe(true);
    expect(isGreaterAmount('5', '5.00')).toBe(false);
    expect([isNonZeroAmount('0.00'), isNonZeroAmount('0.01'), isNonZeroAmount('-1')]).toEqual([false, true, true]);
  });

  it('are read as people write them, and nothing else is', () => {
    expect(['3,500', ' 12.5 ', '0', '1 000.05'].map(parseAmount)).toEqual(['3500.00', '12.50', '0.00', '1000.05']);
    for (const typed of ['', '-5', '1.234', 'all', '1e3', '∞', '٣']) expect(parseAmount(typed)).toBeNull();
  });

  it('are read with a decimal comma, which is never dropped', () => {
    const typed = ['12,5', '12,50', '0,5', '1 250,50', '1.250,50', '12,50 '];
    expect(typed.map(parseAmount)).toEqual(['12.50', '12.50', '0.50', '1250.50', '1250.50', '12.50']);
    for (const unclear of ['0,125', '1250,500', '12,5000', '1,25,000', '12,5.0', '1 25', '12,', ',5', '1.250,500'])
      expect(parseAmount(unclear)).toBeNull();
  });

  it('are read back as they are shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (hundredths) => {
        const amount = (hundredths / 100).toFixed(2);
        expect(parseAmount(formatAmount(amount))).toBe(amount);
      }),
      { numRuns: 200 },
    );
  });

  it('fill a bar no further than its end', () => {
    expect(shareOf('75.00', '300.00')).toBe(0.25);
    expect(shareOf('400.00', '300.00')).toBe(1);
    expect(shareOf('1.00', '0.00')).toBe(0);
    expect(shareOf('-1.00', '10.00')).toBe(0);
  });
});
