import { afterEach, expect, test, vi } from 'vitest';
import { taskId } from '../../../src-shared/api/protocol/task.ts';
import { newTaskId } from '../../../src-main/local-service/tasks/new-task-id.ts';

afterEach(() => vi.useRealTimers());

/** Milliseconds an id was made at, as RFC 9562 reads them. */
const timeOf = (id: string) => parseInt(id.replaceAll('-', '').slice(0, 12), 16);

test('a new id is a UUID of version 7 of this very time', () => {
  const before = Date.now();
  const id = newTaskId();
  expect(taskId.safeParse(id).success).toBe(true);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(timeOf(id)).toBeGreaterThanOrEqual(before);
  expect(timeOf(id)).toBeLessThanOrEqual(Date.now());
});

test('each comes after the one before, also when the clock stands still, or goes back', () => {
  vi.useFakeTimers({ now: Date.now() + 1_000 });
  const ids = Array.from({ length: 10_000 }, newTaskId);
  vi.setSystemTime(Date.now() - 60_000);
  ids.push(...Array.from({ length: 100 }, newTaskId));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});
