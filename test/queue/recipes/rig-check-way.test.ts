import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTaskFollower } from '../../../src-main/pipeline/steps/follow-tasks.ts';
import { createStepRecord } from '../../../src-main/queue/create-job-records.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { createQueue } from '../../../src-main/queue/queue.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { CHARACTER } from '../../../src-shared/recipes/built-in/character.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { httpAnswer, startRawService } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const MODEL = '11111111-1111-4111-8111-111111111111';
const CHECK = '22222222-2222-4222-8222-222222222222';

test('a figure that cannot be rigged costs no skeleton, however often it is retried', async () => {
  const orders: string[] = [];
  const { profile } = await startRawService((socket, { path: at, method }) => {
    if (method === 'POST' && at.startsWith('/v3/animations')) orders.push(at);
    const task = {
      task_id: CHECK,
      type: 'rig_check',
      status: 'success',
      progress: 100,
      input: {},
      credits_consumed: 0,
    };
    const data = at.endsWith('/list')
      ? { tasks: { [CHECK]: { ...task, output: { riggable: false } } }, missed: [] }
      : { task_id: CHECK, type: 'rig_check', status: 'queued', balance: 100, frozen: 0 };
    socket.write(httpAnswer(200, JSON.stringify({ code: 0, data })));
  });
  const home = path.join(makeTempFolder(), 'home');
  mkdirSync(home);
  const [model, ...skeleton] = (CHARACTER.picture?.steps ?? []).map((step) =>
    createStepRecord({ ...step, exports: null }),
  );
  const made = { ...model, status: 'done', taskId: MODEL, creditsConsumed: '30.00' } as ReturnType<
    typeof createStepRecord
  >;
  const store = openQueueStore(home);
  const record = buildJob({ id: 'figure', recipe: 'character', serviceId: profile.id, steps: [made, ...skeleton] });
  store.jobs.addJobs([record]);
  store.close();

  const client = createServiceClient(profile);
  const follower = createTaskFollower(async () => client);
  const queue = createQueue({
    home,
    serviceInUse: async () => client,
    exportFolder: () => path.join(home, 'out'),
    connect: async () => ({ client, follower }),
  });
  onTestFinished(async () => {
    follower.close();
    await queue.close();
    await client.close();
  });
  queue.start();
  for (const round of ['first', 'retried']) {
    await queue.whenSettled([record.id]);
    expect([round, queue.records()[0]]).toMatchObject([
      round,
      {
        status: 'failed',
        error: { code: 'not_riggable', detail: { id: 'rig-check.refused', params: { charged: 'yes' } } },
        steps: [{ status: 'done' }, { status: 'failed', taskId: CHECK }, { status: 'waiting', taskId: null }],
      },
    ]);
    queue.retry([record.id]);
  }
  await queue.whenSettled([record.id]);
  expect(orders).toEqual(['/v3/animations/rig-check']);
  expect(queue.list()[0]?.money).toMatchObject({ kind: 'charged', amount: '30.00' });
});
