import { describe, expect, test, vi } from 'vitest';
import { runJobs } from '../../src-main/cli/lib/run-jobs.ts';
import type { AppParts } from '../../src-main/app.ts';
import { expectWhole, openOdd, wordsOf } from './odd-bench.ts';
import { good, type OddAnswer } from './odd-service.ts';

// Polls that fail are repeated after one and two seconds.

const POLL = 'POST /v3/tasks/list';
const REVOKED: OddAnswer = { status: 401, text: JSON.stringify({ code: 2, message: 'Unknown key.' }) };
const LASTING: readonly [string, OddAnswer][] = [
  ['403', { status: 403, text: '<html>Forbidden</html>' }],
  ['404', { status: 404, text: JSON.stringify({ code: 4001, message: 'Unknown route.' }) }],
  ['an answer of another shape', { text: '{"tasks":[]}' }],
];

describe('a poll that keeps failing', () => {
  test.each(LASTING)('with %s is written into the job until it succeeds', async (_, answer) => {
    const bench = await openOdd();
    let isBroken = true;
    bench.odd.odd = (call) => (isBroken && call === POLL ? answer : null);
    bench.add(['shape.png']);
    const waiting = await bench.until(({ error }) => error !== null);
    expect(waiting).toMatchObject({ status: 'waiting', error: { code: 'service_error', retryable: true } });
    expect(wordsOf(waiting)).toMatch(/^The service returned an error\. .*Dropforge will retry automatically\.$/);
    isBroken = false;
    expect(await bench.settled()).toMatchObject([{ status: 'done', error: null }]);
    expect(bench.proxy.posts()).toBe(1);
    expectWhole(bench);
  });

  test('once changes nothing in the job', async () => {
    const bench = await openOdd();
    let polls = 0;
    bench.odd.odd = (call) => (call === POLL && polls++ === 0 ? { status: 500, text: '' } : null);
    const errors: unknown[] = [];
    bench.queue.onChange(({ jobs }) => errors.push(...jobs.flatMap(({ error }) => error ?? [])));
    expect(await bench.make()).toMatchObject({ status: 'done' });
    expect([polls, errors]).toEqual([2, []]);
  });
});

describe('a key that was revoked after the order', () => {
  test('ends the job; a retry follows the same task, free of charge', async () => {
    const bench = await openOdd();
    let isRevoked = true;
    bench.odd.odd = (call) => (isRevoked && call === POLL ? REVOKED : null);
    const failed = await bench.make();
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'invalid_api_key' } });
    expect(failed.steps[0]?.taskId).toBe(bench.odd.tasks[0]?.task_id);
    isRevoked = false;
    bench.queue.retry([failed.id]);
    expect(await bench.settled()).toMatchObject([{ status: 'done', error: null }]);
    expect([bench.proxy.posts(), bench.odd.tasks.length]).toEqual([1, 1]);
    expectWhole(bench);
  });

  test('is printed by the command line, which ends with the error', async () => {
    const bench = await openOdd();
    const written: string[] = [];
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    bench.odd.odd = (call) => (call === POLL ? REVOKED : null);
    bench.add(['shape.png']);
    const ids = bench.queue.records().map(({ id }) => id);
    const result = await runJobs({ queue: bench.queue } as AppParts, { ids, refused: [], json: true });
    stderr.mockRestore();
    expect(written.filter((line) => line.includes('rejected the API key'))).toHaveLength(1);
    expect(result).toMatchObject({ status: 1, data: { jobs: [{ status: 'failed', errorCode: 'invalid_api_key' }] } });
    expect(JSON.stringify(result.data)).toContain('It may have been charged.');
  });
});

test('a service that never answers for the task is named as the reason', async () => {
  const bench = await openOdd();
  let isSilent = true;
  bench.odd.odd = (call) => (isSilent && call === POLL ? good({ tasks: {}, missed: [] }) : null);
  bench.add(['shape.png']);
  const waiting = await bench.until(({ error }) => error !== null);
  expect(waiting).toMatchObject({ status: 'waiting', error: { code: 'service_error' } });
  isSilent = false;
  expect(await bench.settled()).toMatchObject([{ status: 'done', error: null }]);
  expectWhole(bench);
});
