import { expect, test } from 'vitest';
import { createWorkTracker, type TrackedJob } from '../../../src-main/shell/status/work-tracker.ts';
import type { JobStatus } from '../../../src-shared/jobs/job.ts';

const job = (id: string, status: JobStatus, step = 0, progress = 0): TrackedJob => {
  const steps = [0, 1].map(() => ({ progress }) as TrackedJob['steps'][number]);
  return { id, name: `${id}.png`, status, step, steps };
};

test('counts what runs, waits and needs the person, change by change', () => {
  const work = createWorkTracker([job('a', 'running'), job('b', 'waiting'), job('c', 'held'), job('d', 'done')]);
  expect(work.state()).toEqual({ running: 1, waiting: 1, needsYou: 1, progress: 0, hasFailed: false });
  expect(work.apply([job('a', 'running', 1, 50), job('c', 'waiting')], [])).toEqual([]);
  expect(work.state()).toMatchObject({ running: 1, waiting: 2, needsYou: 0, progress: 0.25 });
  expect(work.apply([], ['b', 'c'])).toEqual([]);
  expect(work.state()).toMatchObject({ running: 1, waiting: 0, progress: 0.75 });
});

test('the share is of the whole batch, and the next batch begins anew', () => {
  const work = createWorkTracker([]);
  expect(work.state().progress).toBeNull();
  work.apply([job('a', 'running'), job('b', 'waiting')], []);
  expect(work.apply([job('a', 'done')], [])).toEqual([{ kind: 'finished', id: 'a', name: 'a.png' }]);
  expect(work.state()).toMatchObject({ progress: 0.5, hasFailed: false });
  expect(work.apply([job('b', 'failed')], [])).toEqual([{ kind: 'failed', id: 'b', name: 'b.png' }]);
  expect(work.state()).toMatchObject({ progress: null, hasFailed: true });
  work.apply([job('c', 'running')], []);
  expect(work.state()).toMatchObject({ progress: 0, hasFailed: false });
});

test('what needs the person calls once, and what was over before, paused or cancelled does not', () => {
  const work = createWorkTracker([job('old', 'done'), job('a', 'running')]);
  expect(work.apply([job('old', 'done'), job('a', 'unknown')], [])).toMatchObject([{ kind: 'needs_you', id: 'a' }]);
  expect(work.apply([job('a', 'unknown')], [])).toEqual([]);
  expect(work.apply([job('b', 'waiting')], [])).toEqual([]);
  expect(work.apply([job('b', 'paused')], [])).toEqual([]);
  expect(work.apply([job('b', 'cancelled')], [])).toEqual([]);
});
