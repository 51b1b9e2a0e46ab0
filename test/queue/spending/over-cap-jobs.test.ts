import { expect, test } from 'vitest';
import { createOverCapJobs } from '../../../src-main/queue/spending/over-cap-jobs.ts';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { createVirtualClock } from '../../helpers/virtual-clock.ts';

const HOUR_MS = 3_600_000;

function openBench() {
  const clock = createVirtualClock(new Date(2026, 10, 21, 20).getTime());
  const records = new Map<string, JobRecord>();
  const list = {
    get: (id: string) => records.get(id),
    saveAll: (changed: readonly JobRecord[]) => changed.forEach(put),
  };
  const jobs = createOverCapJobs({ clock, list, pump: () => undefined });
  const put = (record: JobRecord): void => {
    records.set(record.id, record);
    jobs.update(record.id, record);
  };
  const stop = (): void => put(buildJob({ id: 'a', status: 'paused', overCap: { cap: 'day', day: '2026-11-21' } }));
  stop();
  put(buildJob({ id: 'b', status: 'paused', pauseRequested: true }));
  return { clock, jobs, stop, status: (id: string) => records.get(id)?.status };
}

test('a job over a cap goes on when the local day is another, whatever happened to the clock meanwhile', async () => {
  const { clock, jobs, stop, status } = openBench();
  expect(clock.timers()).toBe(0);
  jobs.start();
  stop();
  await clock.advance(3.9 * HOUR_MS);
  expect(status('a')).toBe('paused');
  clock.jump(-30 * HOUR_MS);
  await clock.advance(2 * HOUR_MS);
  expect(status('a')).toBe('paused');
  clock.jump(30 * HOUR_MS);
  await clock.advance(0.25 * HOUR_MS);
  expect([status('a'), status('b')]).toEqual(['waiting', 'paused']);
  // Nobody waits, so nobody looks at the clock.
  expect(clock.timers()).toBe(0);
});

test('a job over a cap is judged anew when the caps are others', () => {
  const { jobs, status } = openBench();
  jobs.releaseAll();
  expect([status('a'), status('b')]).toEqual(['waiting', 'paused']);
});

test('a job over a cap is judged anew at every start', () => {
  const { jobs, status } = openBench();
  jobs.start();
  expect([status('a'), status('b')]).toEqual(['waiting', 'paused']);
});
