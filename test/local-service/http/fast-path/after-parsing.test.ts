import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runAfterParsing } from '../../../../src-main/local-service/http/fast-path/after-parsing.ts';

test('what comes in one turn of the loop is answered after it, in order', async () => {
  const answered: number[] = [];
  for (const n of [1, 2, 3]) runAfterParsing(() => answered.push(n));
  await Promise.resolve();
  expect(answered).toEqual([]);
  await nextTurn();
  expect(answered).toEqual([1, 2, 3]);
});

test('what comes while others are answered waits for a turn of its own', async () => {
  const answered: string[] = [];
  runAfterParsing(() => {
    answered.push('first');
    runAfterParsing(() => answered.push('third'));
  });
  runAfterParsing(() => answered.push('second'));
  await nextTurn();
  expect(answered).toEqual(['first', 'second']);
  await nextTurn();
  expect(answered).toEqual(['first', 'second', 'third']);
});
