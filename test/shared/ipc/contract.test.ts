import { expect, test } from 'vitest';
import { CALL_NAMES, PUSH_NAMES } from '../../../src-shared/ipc/channels.ts';
import { calls } from '../../../src-shared/ipc/contract.ts';
import { pushes } from '../../../src-shared/ipc/pushes.ts';

test('the preload passes exactly the declared calls and pushes', () => {
  expect([...CALL_NAMES].toSorted()).toEqual(Object.keys(calls).toSorted());
  expect([...PUSH_NAMES].toSorted()).toEqual(Object.keys(pushes).toSorted());
});
