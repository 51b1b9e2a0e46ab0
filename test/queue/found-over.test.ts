import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openQueueStore } from '../../src-main/queue/store/queue-store.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { buildJob } from '../helpers/job-records.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

/** A queue with one failed job in it, away from any service. */
function openWith(patch: Parameters<typeof buildJob>[0]) {
  const home = path.join(makeTempFolder(), 'home');
  const record = buildJob(patch);
  const failed = record.steps.map((step) => ({ ...step, status: 'failed' as const, taskId: 't1', refunded: true }));
  const store = openQueueStore(home);
  store.jobs.addJobs([{ ...record, status: 'failed', steps: failed }]);
  store.close();
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const queue = createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => home });
  onTestFinished(() => queue.close());
  return { queue, id: record.id };
}

test('a found task that ended is not ordered anew: nobody here knows how it was ordered', () => {
  const { queue, id } = openWith({ found: true, recipe: 'found', sources: [] });
  queue.retry([id]);
  const [job] = queue.records();
  expect(job).toMatchObject({ status: 'failed', steps: [{ taskId: 't1' }], error: { code: 'found_over' } });
  expect(job?.error && describeError(job.error).next).toContain('Start a new job');
  expect(() => queue.repeat(id, 'same')).toThrow('its settings are not known');
});

test('nor is a second result made once more from what the first was made of', () => {
  const { queue, id } = openWith({ found: true });
  queue.retry([id]);
  expect(queue.records()).toMatchObject([{ status: 'failed', error: { code: 'found_over' } }]);
  expect(() => queue.repeat(id, 'new')).toThrow('its settings are not known');
});

test('a job that was ordered here goes on from its failed step', () => {
  const { queue, id } = openWith({});
  queue.retry([id]);
  expect(queue.records()).toMatchObject([{ status: 'waiting', steps: [{ taskId: null }], error: null }]);
});
