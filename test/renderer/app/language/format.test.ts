import { describe, expect, it } from 'vitest';
import { formatAmount, formatBytes, formatMetres, formatSpan } from '../../../../src-renderer/app/language/format.ts';

describe('numbers', () => {
  it('keep every digit of an amount', () => {
    expect(['0', '4218.5', '-1550.5', '1234567.89', '99999999999.10'].map(formatAmount)).toEqual([
      '0.00',
      '4,218.50',
      '−1,550.50',
      '1,234,567.89',
      '99,999,999,999.10',
    ]);
  });

  it('write sizes as file managers do', () => {
    expect([999, 3050, 812_345, 3_612_000, 2.5e9].map(formatBytes)).toEqual([
      '999 B',
      '3.0 kB',
      '812 kB',
      '3.61 MB',
      '2.50 GB',
    ]);
  });

  it('keep three places of a length', () => {
    expect([0.284, 1.8, 12.44, 155, 0.0021].map(formatMetres)).toEqual([
      '0.284 m',
      '1.80 m',
      '12.4 m',
      '155 m',
      '0.0021 m',
    ]);
  });

  it('name spans by their greatest units', () => {
    expect([840, 48_000, 192_000, 7_512_000].map(formatSpan)).toEqual(['0.8 s', '48 s', '3 min 12 s', '2 h 5 min']);
  });
});
