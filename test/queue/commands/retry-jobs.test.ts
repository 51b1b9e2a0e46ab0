import { expect, test } from 'vitest';
import { withStep, type JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { toLastSuccess } from '../../../src-main/queue/commands/add-operation.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { openOfflineQueue } from './open-offline-queue.ts';

/** As `resolve` leaves it, also that of earlier versions. */
const givenUp = (patch: Partial<JobRecord>): JobRecord =>
  withStep(buildJob({ status: 'cancelled', ...patch }), 0, { status: 'unknown', taskId: null });

test('a job that was given up waits for confirmation; a free one runs; one of a found task is not ordered', () => {
  const queue = openOfflineQueue(makeTempFolder(), [
    givenUp({ id: 'paid', position: 1 }),
    givenUp({ id: 'free', position: 2, free: true }),
    givenUp({ id: 'found', position: 3, found: true }),
  ]);
  queue.retry(['paid', 'free', 'found']);
  const find = (id: string) => [queue.find(id)?.status, queue.find(id)?.error?.code ?? null];
  expect(['paid', 'free', 'found'].map(find)).toEqual([
    ['held', 'maybe_ordered'],
    ['waiting', null],
    ['cancelled', 'found_over'],
  ]);
});

test('a job that is sent again after its cancellation is not cancelled once more', () => {
  const asked = { stopRequested: true, pauseRequested: true };
  const queue = openOfflineQueue(makeTempFolder(), [
    withStep(buildJob({ id: 'one', status: 'unknown', ...asked }), 0, { status: 'unknown' }),
  ]);
  queue.resolve('one', 'send_again');
  expect(queue.find('one')).toMatchObject({ status: 'held', stopRequested: false, pauseRequested: false });
});

test('a job that was asked to pause before it failed runs when it is retried', () => {
  const queue = openOfflineQueue(makeTempFolder(), [
    withStep(buildJob({ id: 'one', status: 'failed', pauseRequested: true }), 0, { status: 'failed' }),
  ]);
  queue.retry(['one']);
  expect(queue.find('one')).toMatchObject({ status: 'waiting', pauseRequested: false });
});

test('the charge of a step that failed stays with the job when another step takes its place', () => {
  const done = withStep(buildJob({ id: 'one', status: 'failed', chargedBefore: '1.00' }, ['glb', 'stl']), 0, {
    status: 'done',
    taskId: 'a',
    creditsConsumed: '110.00',
  });
  const failed = withStep(done, 1, {
    status: 'failed',
    taskId: 'b',
    refunded: true,
    creditsConsumed: '5.00',
    extra: true,
  });
  const intents = { findStanding: () => null };
  const again = toLastSuccess({ intents } as never, { ...failed, step: 1 });
  expect(again).toMatchObject({ chargedBefore: '6.00', steps: [{ status: 'done' }] });
});
