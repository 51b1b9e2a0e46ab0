import { describe, expect, test } from 'vitest';
import { hasPaidWork } from '../../src-main/updates/has-paid-work.ts';
import { JOB_STATUSES, MONEY_KINDS, type Job, type JobStatus, type JobStep } from '../../src-shared/jobs/job.ts';
import { buildJob, buildStep } from '../renderer/build-job.ts';

const TASK = '019a2b3c-4d5e-6f70-8192-a3b4c5d6e7f8';

const toMoney = (kind: Job['money']['kind']): Job['money'] => ({ kind, amount: '110.00', back: '0.00' });

/** A job with one step that costs credits. */
const paid = (status: JobStatus, step: Partial<JobStep> = {}): Job =>
  buildJob({ status, steps: [buildStep(step)], money: toMoney('estimate') });

/** True for the states in which an order is with a service, or its results are on their way. */
const STATES: Readonly<Record<JobStatus, boolean>> = {
  waiting: false,
  uploading: true,
  queued: true,
  running: true,
  downloading: true,
  verifying: true,
  exporting: true,
  done: false,
  failed: false,
  unknown: false,
  held: false,
  paused: false,
  offline: true,
  cancelled: false,
};

describe('a job that costs credits', () => {
  test.each(JOB_STATUSES)('that is %s', (status) => {
    expect(hasPaidWork([paid(status)])).toBe(STATES[status]);
  });

  test('that waits counts if the service has one of its tasks, or is about to get it', () => {
    expect(hasPaidWork([paid('waiting', { taskId: TASK })])).toBe(true);
    expect(hasPaidWork([paid('waiting', { status: 'running' })])).toBe(true);
    const steps = [buildStep(), buildStep({ taskId: TASK })];
    expect(hasPaidWork([buildJob({ steps, money: toMoney('held') })])).toBe(true);
  });

  test('that ended or was stopped does not count, whatever became of its task', () => {
    for (const status of JOB_STATUSES.filter((each) =>
      ['done', 'failed', 'held', 'paused', 'cancelled'].includes(each),
    ))
      expect(hasPaidWork([paid(status, { status: 'running', taskId: TASK })]), status).toBe(false);
  });

  test('counts whatever is known of its price', () => {
    for (const kind of MONEY_KINDS)
      expect(hasPaidWork([buildJob({ status: 'running', money: toMoney(kind) })]), kind).toBe(kind !== 'free');
  });
});

test('one paid job among others is enough, and none is none', () => {
  expect(hasPaidWork([])).toBe(false);
  const others = [buildJob({ status: 'running' }), paid('done'), paid('waiting')];
  expect(hasPaidWork(others)).toBe(false);
  expect(hasPaidWork([...others, paid('queued')])).toBe(true);
});
