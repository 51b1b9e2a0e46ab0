import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ENDPOINTS } from '../../src-shared/api/protocol/endpoints.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { openQueueStore } from '../../src-main/queue/store/queue-store.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { createFakeNetwork } from '../helpers/service/fake-network.ts';
import { buildJob } from '../helpers/job-records.ts';
import { profileOf } from '../helpers/service/raw-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

/** A queue with one finished job for each nonce, at a service whose history lists tasks that nobody ordered. */
function openQueue(nonces: readonly string[], rows: number, toInput: (at: number) => object, type = 'image_to_model') {
  const home = path.join(makeTempFolder(), 'home');
  const store = openQueueStore(home);
  const client = createServiceClient(
    profileOf('https://hostile.example'),
    createFakeNetwork(({ path: at, query, body }) => {
      if (at === ENDPOINTS.getBalance.path) return { data: { balance: 1, frozen: 0 } };
      const task = (id: string) => ({ task_id: id, type, status: 'running', input: toInput(Number(id.slice(5))) });
      if (at === ENDPOINTS.getUsage.path) {
        const first = query.get('offset') === '0';
        const ids = Array.from({ length: first ? rows : 0 }, (_, index) => `task-${index}`);
        return { data: ids.map((id) => ({ ...task(id), input: undefined, created_at: new Date().toISOString() })) };
      }
      const { task_ids: ids } = body as { task_ids: string[] };
      return { data: { tasks: Object.fromEntries(ids.map((id) => [id, task(id)])), missed: [] } };
    }),
  );
  for (const [at, nonce] of nonces.entries()) {
    const job = buildJob({ status: 'done', serviceId: client.profile.id });
    store.jobs.addJobs([
      { ...job, steps: job.steps.map((step) => ({ ...step, status: 'done', taskId: `own-${at}` })) },
    ]);
    const order = { id: nonce, jobId: job.id, step: 0, serviceId: client.profile.id, operation: 'image_to_model' };
    store.intents.prepare({ ...order, body: '{}' });
    store.intents.bind(nonce, `own-${at}`);
  }
  store.close();
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const queue = createQueue({ home, connect: nowhere, serviceInUse: async () => client, exportFolder: () => home });
  onTestFinished(() => queue.close());
  return queue;
}

test('of 2,000 tasks with the nonce of one order, a sweep downloads three and offers a bounded number', async () => {
  const queue = openQueue(['nonce'], 2_000, () => ({ client_ref: 'nonce' }));
  const offered = await queue.reconciler.sweep();
  expect(queue.records().length).toBe(1 + 3);
  expect(offered.length).toBe(400 - 3);
});

test('of the second tasks of many orders, a sweep downloads twenty and offers the others', async () => {
  const nonces = Array.from({ length: 60 }, (_, at) => `nonce-${at}`);
  const queue = openQueue(nonces, 60, (at) => ({ client_ref: `nonce-${at}` }));
  const offered = await queue.reconciler.sweep();
  expect([queue.records().length, offered.length]).toEqual([60 + 20, 40]);
  // The next sweep goes on.
  expect((await queue.reconciler.sweep()).length).toBe(20);
});

test('tasks of other clients leave room for second tasks that are listed after them', async () => {
  const queue = openQueue(['nonce'], 1_000, (at) => ({ client_ref: at === 999 ? 'nonce' : 'other' }));
  const offered = await queue.reconciler.sweep();
  expect([queue.records().length, offered.length]).toEqual([2, 200]);
});

test('a sweep keeps little of a task, however large it is', async () => {
  const fat = 'x'.repeat(20_000);
  const queue = openQueue([], 300, () => ({ client_ref: fat, prompt: fat }));
  const offered = await queue.reconciler.sweep();
  expect(offered.length).toBe(200);
  expect(JSON.stringify(offered.map(({ task }) => task)).length).toBeLessThan(200 * 500);
  expect(await openQueue([], 300, () => ({ prompt: 'x' }), fat).reconciler.sweep()).toEqual([]);
});
