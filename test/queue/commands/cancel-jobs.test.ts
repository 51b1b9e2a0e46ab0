import { expect, test } from 'vitest';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { openOfflineQueue } from './open-offline-queue.ts';

test('cancelled jobs return to their places as they were, also after a restart', async () => {
  const home = makeTempFolder();
  const overCap = { cap: 'day', day: '2026-11-21' } as const;
  const error = toErrorInfo(new AppError('needs_yes', ''));
  const queue = openOfflineQueue(home, [
    buildJob({ id: 'first', position: 1 }),
    buildJob({ id: 'held', position: 2, status: 'held', unconfirmed: 'price', error }),
    buildJob({ id: 'paused', position: 3, status: 'paused', overCap, error }),
    buildJob({ id: 'done', position: 4, status: 'done' }),
  ]);
  const before = queue.records();
  const ids = ['paused', 'held', 'first', 'done', 'unknown'];
  expect(queue.cancel(ids)).toEqual({ cancelled: ['paused', 'held', 'first'], sent: 0 });
  expect(queue.records().map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled', 'done']);
  await queue.close();

  const again = openOfflineQueue(home);
  expect(again.uncancel(ids)).toEqual(['paused', 'held', 'first']);
  expect(again.records()).toEqual(
    before.map((record) => (record.id === 'done' ? record : { ...record, pauseRequested: false })),
  );
  expect(again.uncancel(ids)).toEqual([]);
});

test('a job whose task was sent goes on with its next step after the cancellation is undone', () => {
  const sent = buildJob({ id: 'sent', status: 'running' });
  const steps = sent.steps.map((step) => ({ ...step, status: 'running' as const, taskId: 'task' }));
  const queue = openOfflineQueue(makeTempFolder(), [{ ...sent, steps }]);
  expect(queue.cancel(['sent'])).toEqual({ cancelled: ['sent'], sent: 1 });
  expect(queue.find('sent')).toMatchObject({ status: 'running', stopRequested: true });
  expect(queue.uncancel(['sent'])).toEqual(['sent']);
  expect(queue.find('sent')).toMatchObject({ steps, stopRequested: false });
});

test('an order that was given up is not repeated by undoing an earlier cancellation', () => {
  const sent = buildJob({ id: 'sent', status: 'running' });
  const steps = sent.steps.map((step) => ({ ...step, status: 'unknown' as const, taskId: 'task' }));
  const cancelledFrom = { status: 'waiting', error: null } as const;
  const queue = openOfflineQueue(makeTempFolder(), [
    { ...sent, steps, status: 'unknown', stopRequested: true, cancelledFrom },
  ]);
  queue.resolve('sent', 'give_up');
  expect(queue.find('sent')).toMatchObject({ status: 'cancelled' });
  expect(queue.uncancel(['sent'])).toEqual([]);
});

test('a job that was about to pause is paused again, not started, after its cancellation is undone', () => {
  const queue = openOfflineQueue(makeTempFolder(), [buildJob({ id: 'one', pauseRequested: true })]);
  queue.cancel(['one']);
  queue.uncancel(['one']);
  expect(queue.find('one')).toMatchObject({ status: 'paused' });
});

test('a job that was retried after it was cancelled is not put back later', () => {
  const queue = openOfflineQueue(makeTempFolder(), [buildJob({ id: 'one', status: 'paused' })]);
  queue.cancel(['one']);
  queue.retry(['one']);
  expect(queue.find('one')).toMatchObject({ status: 'waiting' });
  expect(queue.uncancel(['one'])).toEqual([]);
  expect(queue.find('one')).not.toHaveProperty('cancelledFrom');
});
