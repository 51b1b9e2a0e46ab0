import { expect, test } from 'vitest';
import {
  createPriorityQueue,
  type PriorityQueue,
} from '../../../../src-main/local-service/tasks/embedded/priority-queue.ts';

function takeAll(line: PriorityQueue): string[] {
  const taken: string[] = [];
  for (let id = line.take(); id !== null; id = line.take()) taken.push(id);
  return taken;
}

test('the highest priority goes first, equal ones in the order they came', () => {
  const line = createPriorityQueue(() => 0);
  for (const [id, priority] of [
    ['a', 1],
    ['b', 3],
    ['c', 2],
    ['d', 3],
    ['e', 1],
  ] as const) {
    line.add(id, priority);
  }
  expect(takeAll(line)).toEqual(['b', 'd', 'c', 'a', 'e']);
  expect(line.take()).toBeNull();
});

test('what is removed has no turn, and cannot be removed again', () => {
  const line = createPriorityQueue(() => 0);
  for (const id of ['a', 'b', 'c']) line.add(id, 1);
  expect([line.remove('b'), line.remove('b'), line.remove('z')]).toEqual([true, false, false]);
  expect(takeAll(line)).toEqual(['a', 'c']);
});

test('those that wait too long are found whatever their priority', () => {
  let time = 0;
  const line = createPriorityQueue(() => time);
  expect(line.longestWait()).toBeNull();
  line.add('low', 1);
  time = 10;
  line.add('high', 3);
  time = 15;
  line.add('late', 1);
  time = 20;
  expect(line.longestWait()).toBe(20);
  expect(line.takeOlder(10).toSorted()).toEqual(['high', 'low']);
  expect(line.longestWait()).toBe(5);
  expect(takeAll(line)).toEqual(['late']);
});
