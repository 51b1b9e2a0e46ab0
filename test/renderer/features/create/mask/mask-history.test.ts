import { expect, it } from 'vitest';
import {
  addState,
  currentState,
  moveBy,
  startHistory,
} from '../../../../../src-renderer/features/create/mask/mask-history.ts';

it('goes back and forth, and drops what was undone when something else is done', () => {
  let history = addState(addState(startHistory('a'), 'b'), 'c');
  history = moveBy(history, -1);
  expect(currentState(history)).toBe('b');
  expect(currentState(moveBy(history, 1))).toBe('c');
  history = addState(history, 'd');
  expect(currentState(history)).toBe('d');
  expect(moveBy(history, 1)).toBe(history);
  expect(currentState(moveBy(moveBy(moveBy(history, -1), -1), -1))).toBe('a');
});

it('keeps the latest forty states, and the first one apart', () => {
  let history = startHistory(0);
  for (let state = 1; state < 100; state++) history = addState(history, state);
  expect(history.states).toHaveLength(40);
  expect([history.states[0], currentState(history)]).toEqual([60, 99]);
  for (let step = 0; step < 100; step++) history = moveBy(history, -1);
  // What is left after all steps back is not what the history began with.
  expect([history.first, currentState(history)]).toEqual([0, 60]);
});
