import { expect, test } from 'vitest';
import { joinTables } from '../../../../src-shared/ipc/calls/join-tables.ts';

test('joins tables into one, and the compiler rejects a key that two of them have', () => {
  const joined: { readonly a: 1; readonly b: 2; readonly c: 3 } = joinTables({ a: 1, b: 2 }, { c: 3 });
  expect(joined).toEqual({ a: 1, b: 2, c: 3 });
  // @ts-expect-error: both tables have the key `b`.
  expect(joinTables({ a: 1, b: 2 }, { b: 3 })).toEqual({ a: 1, b: 3 });
});
