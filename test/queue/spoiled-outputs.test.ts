import { expect, test } from 'vitest';
import { SYSTEM } from '../../src-main/base/system.ts';
import { createFastClock } from '../helpers/fast-clock.ts';
import { expectWhole, openOdd, wordsOf } from './odd-bench.ts';
import type { OddAnswer } from './odd-service.ts';

const SPEED = 50;

test('a success without a model ends the job after a few slow looks, and a retry looks again for free', async () => {
  const bench = await openOdd({ ...SYSTEM, clock: createFastClock(SPEED) });
  const looks = (): number => bench.odd.calls.filter((call) => call === 'POST /v3/tasks/list').length;
  bench.odd.tell = (task) => ({ ...task, output: {} });
  const failed = await bench.make();
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'result_missing' } });
  const id = bench.odd.tasks[0]?.task_id;
  expect(wordsOf(failed)).toBe(
    `The service reported success without a result. Task ${id} was charged 10.00 credits and is kept. Retry. Checking the task again is free.`,
  );
  expect(looks()).toBeGreaterThanOrEqual(5);

  bench.odd.tell = (task) => task;
  bench.queue.retry([failed.id]);
  expect(await bench.settled()).toMatchObject([{ status: 'done', error: null }]);
  expect([bench.proxy.posts(), bench.odd.tasks.length]).toEqual([1, 1]);
});

test.each<[string, OddAnswer, string, number]>([
  ['an empty file', { text: '', headers: { 'content-length': '0' } }, 'is damaged. It is empty.', 5],
  [
    'a web page',
    { text: '<!DOCTYPE html><html></html>', headers: { 'content-length': '28' } },
    'is damaged. It is a web page.',
    5,
  ],
  [
    'garbage',
    { text: 'x'.repeat(500), headers: { 'content-length': '500' } },
    'is damaged. It is not a supported format.',
    5,
  ],
  ['a 500', { status: 500, text: 'Oops' }, 'could not be downloaded. The server returned 500.', 5],
  // Each of them for the address of the task and for a new one.
  ['a 403', { status: 403, text: '<Error/>' }, 'The server refused the download address, also a new one.', 10],
])(
  '%s instead of the model ends the job after a few slow attempts, and a retry is free',
  async (_, answer, words, most) => {
    const system = { ...SYSTEM, clock: createFastClock(SPEED) };
    const bench = await openOdd(system);
    const times: number[] = [];
    bench.odd.tell = (task) => ({ ...task, output: { model_url: `${bench.odd.service.baseUrl}/output.glb` } });
    bench.odd.odd = (call) => {
      if (call !== 'GET /output.glb') return null;
      times.push(system.clock.elapsed());
      return answer;
    };
    const failed = await bench.make();
    expect(failed).toMatchObject({ status: 'failed', attempts: 0, retryAt: null });
    expect(wordsOf(failed)).toContain(words);
    expect(wordsOf(failed)).toMatch(/Retry\. (Downloading it again is free|You won’t be charged again)\.$/);
    expect(times).toHaveLength(most);
    // Pauses of 4, 8, 16 and 32 s.
    expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(59_000);

    bench.odd.tell = (task) => task;
    bench.queue.retry([failed.id]);
    expect(await bench.settled()).toMatchObject([{ status: 'done', error: null }]);
    expect([bench.proxy.posts(), bench.odd.tasks.length]).toEqual([1, 1]);
    expectWhole(bench);
  },
);
