import { expect, it } from 'vitest';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';

it.each([
  ['', ''],
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['12345.00', '12,345.00'],
  ['123456', '123,456'],
  ['-123456.7891', '-123,456.7891'],
  ['98765432109876543210.5', '98,765,432,109,876,543,210.5'],
  ['.5', '.5'],
])('%s with its thousands grouped is %s', (decimal, grouped) => expect(groupThousands(decimal)).toBe(grouped));
