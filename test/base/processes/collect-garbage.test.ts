import { expect, test } from 'vitest';
import { collectGarbage } from '../../../src-main/base/processes/collect-garbage.ts';

/** An object that nothing holds any more. */
function dropObject(): WeakRef<object> {
  return new WeakRef({ dropped: true });
}

/** A `WeakRef` holds its object until the turn that created it has ended. */
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('a process that holds more memory than it may keep is collected', async () => {
  const dropped = dropObject();
  await nextTurn();
  collectGarbage(0);
  expect(dropped.deref()).toBeUndefined();
});

test('a process that holds less is left alone', async () => {
  const dropped = dropObject();
  await nextTurn();
  collectGarbage(Infinity);
  expect(dropped.deref()).toEqual({ dropped: true });
});
