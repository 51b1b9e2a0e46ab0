import { expect, test } from 'vitest';
import { createTaskJsonCache } from '../../../../src-main/local-service/http/routes/task-json-cache.ts';
import type { TaskRecord } from '../../../../src-main/local-service/tasks/task-record.ts';
import { toCredits } from '../../../../src-shared/api/pricing/credits.ts';

const ID = '00000000-0000-4000-8000-000000000000';
const QUEUED: TaskRecord = {
  ...{ id: ID, type: 'text_to_model', status: 'queued', category: 'generation_h', createdAt: 1, completedAt: null },
  ...{ input: '{}', price: toCredits(0), result: null, failure: null },
};

/** A store whose reads are answered when the test says so, with the task of that moment. */
function openSlowStore() {
  const reads: ((task: TaskRecord) => void)[] = [];
  let revision = 1;
  const find = () => new Promise<TaskRecord>((resolve) => reads.push(resolve));
  const cache = createTaskJsonCache({
    tasks: {
      find,
      findMany: async () => [await find()],
      readInput: () => Promise.resolve(null),
      readJob: () => Promise.resolve(null),
      page: () => Promise.resolve([]),
      revision: async () => revision,
    },
    now: () => 0,
    queue: { progressOf: () => 0 } as never,
    urls: {} as never,
    lifetimes: { presignSeconds: 60, outputUrlSeconds: 60 },
  });
  const ask = async () => {
    const { data } = JSON.parse((await cache.getTask(ID)) as string) as { data: { status: string } };
    return data.status;
  };
  return { ask, reads, change: () => revision++ };
}

test('what a read found before a change is not kept after it', async () => {
  const { ask, reads, change } = openSlowStore();
  const first = ask();
  await expect.poll(() => reads.length).toBe(1);
  change();
  const second = ask();
  await expect.poll(() => reads.length).toBe(2);
  // The older read is answered late.
  reads[0]?.(QUEUED);
  expect(await first).toBe('queued');
  const third = ask();
  await expect.poll(() => reads.length).toBe(3);
  for (const answer of reads.slice(1)) answer({ ...QUEUED, status: 'cancelled', completedAt: 2 });
  expect(await Promise.all([second, third])).toEqual(['cancelled', 'cancelled']);
});

test('what was read since the last change is kept', async () => {
  const { ask, reads } = openSlowStore();
  const first = ask();
  await expect.poll(() => reads.length).toBe(1);
  reads[0]?.(QUEUED);
  expect([await first, await ask(), reads.length]).toEqual(['queued', 'queued', 1]);
});
