import { describe, expect, test } from 'vitest';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import { toJobReport } from '../../../src-main/cli/lib/output/job-report.ts';
import { toJobSummary } from '../../../src-main/queue/job-list/job-summary.ts';
import { afterFailure } from '../../../src-main/queue/run-job.ts';
import { toJobView } from '../../../src-main/queue/job-list/job-view.ts';
import { withStep, type JobRecord, type StepRecord } from '../../../src-main/pipeline/job-record.ts';
import { StoppedRun } from '../../../src-main/pipeline/run-pipeline.ts';
import { JOB_STATUSES } from '../../../src-shared/jobs/job.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';

const job = (patch: Partial<JobRecord>, step: Partial<StepRecord> = {}): JobRecord =>
  withStep(buildJob(patch, ['glb', 'fbx']), patch.step ?? 0, step);
const moneyOf = (record: JobRecord): string => {
  const { kind, amount, back, held } = toJobView(record, 0).money;
  return `${kind} ${amount} ${back}${held === undefined ? '' : ` and ${held} held`}`;
};
const TASK = { taskId: 'a' };
const DONE = { status: 'done', creditsConsumed: '110.00', taskId: 'a' } as const;

describe('the amount beside a job', () => {
  test.each(JOB_STATUSES)('is nothing at all where nothing costs: %s', (status) => {
    expect(moneyOf(job({ free: true, status }))).toBe('free 0.00 0.00');
  });

  test.each<[string, JobRecord]>([
    ['estimate 115.00 0.00', job({ status: 'waiting' })],
    ['estimate 115.00 0.00', job({ status: 'offline' })],
    ['estimate 115.00 0.00', job({ status: 'queued' }, { status: 'running' })],
    ['held 110.00 0.00', job({ status: 'running' }, { ...TASK, status: 'running' })],
    ['held 110.00 0.00', job({ status: 'offline' }, { ...TASK, status: 'running' })],
    ['charged 110.00 0.00', job({ status: 'exporting' }, DONE)],
    ['maybe_paid 110.00 0.00', job({ status: 'unknown' }, { status: 'unknown' })],
    ['maybe_paid 110.00 0.00', job({ status: 'cancelled' }, { status: 'unknown' })],
    ['maybe_paid 110.00 0.00', job({ status: 'failed' }, { ...TASK, status: 'failed' })],
    [
      'back 0.00 110.00',
      job({ status: 'failed' }, { ...TASK, status: 'failed', refunded: true, creditsConsumed: '0.00' }),
    ],
    ['not_charged 0.00 0.00', job({ status: 'failed' }, { status: 'failed' })],
    ['not_charged 0.00 0.00', job({ status: 'cancelled' })],
    ['charged 110.00 0.00', job({ status: 'failed' }, { ...DONE, status: 'failed' })],
    ['charged 110.00 0.00', job({ status: 'done' }, DONE)],
    // The service ended the task and did not say what it charged.
    ['maybe_paid 110.00 0.00', job({ status: 'done' }, { ...DONE, creditsConsumed: null })],
  ])('is %s', (money, record) => expect(moneyOf(record)).toBe(money));

  test.each(['waiting', 'running', 'done'] as const)('is nothing for an import, which costs nothing: %s', (status) => {
    const step = { operation: 'import_model', params: {}, from: null, exports: null, status: 'waiting' } as const;
    const rest = { taskId: null, creditsConsumed: null, refunded: false };
    const record = { ...buildJob({ status }), steps: [{ ...step, ...rest }] };
    const at = {
      waiting: {},
      running: { ...TASK, status: 'running' },
      done: { ...DONE, creditsConsumed: '0.00' },
    } as const;
    expect(moneyOf(withStep(record, 0, at[status]))).toBe('free 0.00 0.00');
  });

  test('is marked as test credits on this computer, unless it is free, also after rehearsal', () => {
    const testOf = (patch: Partial<JobRecord>) => toJobView(job({ status: 'done', ...patch }, DONE), 0).money.test;
    expect(testOf({ serviceKind: 'local', free: false })).toBe(true);
    expect(testOf({ serviceKind: 'local', free: true })).toBeUndefined();
    expect(testOf({ serviceKind: 'cloud', free: false })).toBeUndefined();
    const failed = job({ serviceKind: 'local', free: false, status: 'failed' }, { ...DONE, status: 'failed' });
    const summary = toJobSummary(toErrorInfo(new AppError('task_failed', '')), failed);
    expect(summary).toContain('110.00 test credits were charged');
  });

  test('of a later step counts what came before', () => {
    const first = withStep(job({ step: 1, status: 'running' }), 0, DONE);
    expect(moneyOf(withStep(first, 1, { ...TASK, status: 'running' }))).toBe('charged 110.00 0.00 and 5.00 held');
    // While its result is downloaded, its charge is known and nothing is held.
    expect(moneyOf(withStep(first, 1, { ...TASK, status: 'running', creditsConsumed: '5.00' }))).toBe(
      'charged 115.00 0.00',
    );
    const failed = withStep({ ...first, status: 'failed' }, 1, { ...TASK, status: 'failed', refunded: true });
    expect(moneyOf(failed)).toBe('charged 110.00 5.00');
    expect(moneyOf(withStep({ ...first, status: 'unknown' }, 1, { status: 'unknown' }))).toBe('maybe_paid 5.00 0.00');
  });

  test('of one that waits for confirmation is what it costs from now on, beside what it was charged before', () => {
    const held = job({ status: 'held', unconfirmed: 'price' });
    expect(moneyOf(held)).toBe('estimate 115.00 0.00');
    const later = withStep({ ...held, step: 1, chargedBefore: '5.00' }, 0, DONE);
    expect(moneyOf(later)).toBe('estimate 5.00 0.00');
    expect(toJobView(later, 0).money.charged).toBe('115.00');
    expect(toJobView(held, 0).money.charged).toBeUndefined();
  });

  test('of a failed step does not hide that an earlier one ended without a word about its charge', () => {
    const first = withStep(job({ step: 1, status: 'failed' }), 0, { ...DONE, creditsConsumed: null });
    const back = { ...TASK, status: 'failed', refunded: true, creditsConsumed: '0.00' } as const;
    const failed = withStep({ ...first, error: toErrorInfo(new AppError('task_failed', '')) }, 1, back);
    expect(moneyOf(failed)).toBe('maybe_paid 110.00 0.00');
    expect(toJobSummary(failed.error!, failed)).toContain('It may have been charged.');
    expect(toJobReport(failed).creditsConsumed).toBeNull();
  });

  test('nothing of our disk is in what the page sees', () => {
    expect(JSON.stringify(toJobView(job({ outFolder: '/secret/out' }), 0))).not.toMatch(/nowhere|secret/);
  });
});

describe('a job after something went wrong', () => {
  const running = job({ status: 'running' }, { ...TASK, status: 'running' });
  const now = 50_000;
  const at = { ...SYSTEM, clock: { ...SYSTEM.clock, now: () => now } };
  const soon = new AppError('rate_limited', '', { retryable: true, retryAt: now + 7_000 });

  test.each<[string, unknown, boolean, string, string | null]>([
    ['the person stopped it', new StoppedRun(), false, 'cancelled', null],
    ['the network is gone', new AppError('offline', '', { retryable: true }), false, 'offline', 'offline'],
    [
      'the service had a fault',
      new AppError('service_error', '', { retryable: true }),
      false,
      'waiting',
      'service_error',
    ],
    ['the service said when', soon, false, 'waiting', 'rate_limited'],
    ['the picture is none', new AppError('not_a_picture', ''), false, 'failed', 'not_a_picture'],
    ['the outcome is unknown', new AppError('outcome_unknown', ''), true, 'unknown', 'outcome_unknown'],
    ['the key went away in doubt', new AppError('invalid_api_key', ''), true, 'unknown', 'invalid_api_key'],
    ['a bug struck in doubt', new TypeError('x'), true, 'unknown', 'bug'],
    ['a bug struck', new TypeError('x'), false, 'failed', 'bug'],
  ])('%s', (_, thrown, inDoubt, status, code) => {
    const after = afterFailure(running, thrown, inDoubt, at);
    expect([after.status, after.error?.code ?? null]).toEqual([status, code]);
    const waits = status === 'waiting' || status === 'offline';
    expect([after.retryAt === null, after.finishedAt]).toEqual([!waits, waits ? null : now]);
    expect(after.steps[0]?.status).toBe(waits ? 'running' : status);
  });

  test('comes back when the service says', () => {
    expect(afterFailure(running, soon, false, at).retryAt).toBeGreaterThanOrEqual(now + 7_000);
  });

  test('gives up after eight faults of the service, but never because it is offline', () => {
    const tired = { ...running, attempts: 8 };
    const fault = new AppError('service_error', '', { retryable: true });
    expect(afterFailure(tired, fault, false, at).status).toBe('failed');
    expect(afterFailure(tired, fault, true, at).status).toBe('unknown');
    const offline = new AppError('offline', '', { retryable: true });
    expect(afterFailure({ ...running, attempts: 900 }, offline, false, at).status).toBe('offline');
  });

  test('a finished step stays finished', () => {
    const record = job({ status: 'exporting' }, DONE);
    expect(afterFailure(record, new AppError('disk_full', ''), false, at).steps[0]?.status).toBe('done');
  });
});
