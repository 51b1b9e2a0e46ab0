import { expect, test } from 'vitest';
import { parseGigabytes, toGigabytes } from '../../../../src-renderer/features/settings/library-limit.ts';

test('the limit of the library is typed in gigabytes', () => {
  const typed = ['20', '0,5', '1.25 GB', '1,500GB', '', '0', '-3', 'ten', '99999999'];
  expect(typed.map(parseGigabytes)).toEqual([20e9, 5e8, 1.25e9, 1.5e12, null, null, null, null, null]);
  expect([20e9, 5e8, 1.25e9].map(toGigabytes)).toEqual(['20', '0.5', '1.25']);
});
