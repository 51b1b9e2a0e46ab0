import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { openQueueDatabase } from '../../src-main/queue/store/queue-database.ts';
import { createIntentStore } from '../../src-main/queue/store/intent-store.ts';
import type { QueueStore } from '../../src-main/queue/store/queue-store.ts';
import { SYSTEM, type System } from '../../src-main/base/system.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openQueue, type QueueBench } from './bench.ts';

const STRICT = { mode: 'strict', settleMs: 0 } as const;

/** Minutes pass in moments, so that what is looked for every five minutes is looked for now. */
const HURRIED: System = {
  ...SYSTEM,
  clock: { ...SYSTEM.clock, after: (ms, run) => SYSTEM.clock.after(ms > 30_000 ? 20 : ms, run) },
};

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

async function addOne({ queue, picture, options }: QueueBench): Promise<string> {
  const [record] = queue.add([{ path: picture, kind: 'picture', bytes: 1 }], options);
  const id = record?.id ?? '';
  queue.start();
  await queue.whenSettled([id]);
  return id;
}

/** Orders what a person at another computer might order with the same key. */
async function orderElsewhere({ client, picture }: QueueBench, more: object = {}): Promise<string> {
  const input = await client.upload(picture, 'png', new AbortController().signal, () => undefined);
  const body = JSON.stringify({ model: 'P2-20260801', input, ...more });
  const outcome = await client.create('/v3/generation/image-to-model', body, 'elsewhere');
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome.taskId;
}

/** Runs a job whose response is lost; `sendLate` lets its request arrive at the service. */
async function addInDoubt(bench: QueueBench): Promise<{ readonly sendLate: () => Promise<string> }> {
  bench.proxy.plan.push('answer_502');
  let body: string | undefined;
  const { create } = bench.client;
  bench.client.create = (path, sent, requestId) => {
    body = sent;
    return create(path, sent, requestId);
  };
  await addOne(bench);
  expect(bench.only().status).toBe('unknown');
  const sendLate = async (): Promise<string> => {
    const late = await create('/v3/generation/image-to-model', body ?? '', 'late');
    if (late.kind !== 'created') throw new Error(late.kind);
    return late.taskId;
  };
  return { sendLate };
}

describe('an order in doubt', () => {
  test('is bound by itself when its task turns up late, and comes home unpaid for twice', async () => {
    const root = makeTempFolder();
    const bench = await openQueue(service, STRICT, root, HURRIED);
    const { sendLate } = await addInDoubt(bench);
    const posts = bench.proxy.posts();
    // The service took its time with what we sent: it is the same request, arriving now.
    const taskId = await sendLate();
    const done = await bench.until((record) => record.status === 'done');
    expect(done.steps[0]?.taskId).toBe(taskId);
    expect([bench.proxy.posts() - posts, listExported(bench.out)]).toEqual([1, ['shape/shape.glb']]);
  });

  test('whose task is found while its service has no key waits for the key, not for a decision', async () => {
    const bench = await openQueue(service, STRICT);
    const { sendLate } = await addInDoubt(bench);
    const taskId = await sendLate();
    bench.keys.isMissing = true;
    await bench.queue.reconciler.sweep();
    const waiting = await bench.until(({ status }) => status === 'paused' || status === 'unknown');
    expect([waiting.status, waiting.steps[0]?.taskId]).toEqual(['paused', taskId]);
    bench.keys.isMissing = false;
    await bench.queue.keysChanged();
    await bench.until((record) => record.status === 'done');
  });
});

describe('an order whose task was found', () => {
  /** A queue whose next save of a job that continues may fail, with such an order. */
  async function openFound(system = SYSTEM) {
    const disk = { isFull: false };
    let store: QueueStore | undefined;
    const bench = await openQueue(service, STRICT, makeTempFolder(), system, undefined, (real) => {
      const saveJob = (record: JobRecord): void => {
        const isFull = disk.isFull && record.status === 'waiting';
        if (isFull) disk.isFull = false;
        if (isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
        real.jobs.saveJob(record);
      };
      store = real;
      return { ...real, jobs: { ...real.jobs, saveJob } };
    });
    const { sendLate } = await addInDoubt(bench);
    const taskId = await sendLate();
    const { id } = bench.only();
    const order = store?.intents.findStanding(id, 0);
    const bind = (): unknown => store?.intents.bind(order?.id ?? '', taskId);
    return { bench, id, taskId, disk, bind, posts: bench.proxy.posts() };
  }

  test('is bound together with its job, or searched for again', async () => {
    const { bench, disk, taskId, posts } = await openFound();
    disk.isFull = true;
    await expect(bench.queue.reconciler.sweep()).rejects.toThrow('full');
    expect([disk.isFull, bench.only().status]).toEqual([false, 'unknown']);
    await bench.queue.reconciler.sweep();
    const done = await bench.until(({ status }) => status === 'done');
    expect([done.steps[0]?.taskId, bench.proxy.posts() - posts]).toEqual([taskId, 0]);
  });

  test('continues its job by itself, if only the order has the task', async () => {
    const { bench, bind, taskId, posts } = await openFound(HURRIED);
    bind();
    const done = await bench.until(({ status }) => status === 'done');
    expect([done.steps[0]?.taskId, bench.proxy.posts() - posts]).toEqual([taskId, 0]);
  });

  test.each(['send_again', 'give_up', 'look'] as const)('continues its job, whatever is chosen: %s', async (by) => {
    const { bench, id, bind, taskId, posts } = await openFound();
    bind();
    bench.queue.resolve(id, by);
    bench.queue.confirm([id]);
    await bench.queue.whenSettled([id]);
    const { status, steps } = bench.only();
    expect([status, steps[0]?.taskId, bench.proxy.posts() - posts]).toEqual(['done', taskId, 0]);
  });
});

describe('a sweep', () => {
  test('offers paid tasks that no job has; adopting brings them home once, dismissing forgets them', async () => {
    const bench = await openQueue(service, STRICT);
    const [wanted, unwanted] = [await orderElsewhere(bench), await orderElsewhere(bench)];
    bench.queue.start();
    const { reconciler } = bench.queue;
    const ids = (await reconciler.sweep()).map(({ task }) => task.task_id);
    expect(ids).toEqual(expect.arrayContaining([wanted, unwanted]));

    reconciler.dismiss([unwanted]);
    const adopted = reconciler.adopt([wanted]);
    expect([adopted.length, reconciler.adopt([wanted]).length]).toEqual([1, 0]);
    const left = reconciler.found().map(({ task }) => task.task_id);
    expect([left.includes(wanted), left.includes(unwanted)]).toEqual([false, false]);

    await bench.queue.whenSettled(adopted);
    expect(bench.only()).toMatchObject({ status: 'done', steps: [{ taskId: wanted, operation: 'image_to_model' }] });
    const name = `image_to_model ${wanted.slice(0, 8)}`;
    expect(listExported(bench.out)).toEqual([`${name}/${name}.glb`]);
    const again = (await reconciler.sweep()).map(({ task }) => task.task_id);
    expect([again.includes(wanted), again.includes(unwanted)]).toEqual([false, false]);
  });

  test('brings a second task of one order home without being asked, and says so', async () => {
    const bench = await openQueue(service, STRICT);
    const id = await addOne(bench);
    const input = await bench.client.getTask(bench.only().steps[0]?.taskId ?? '');
    const second = await orderElsewhere(bench, { client_ref: input.input['client_ref'] });
    const offered = (await bench.queue.reconciler.sweep()).map(({ task }) => task.task_id);
    expect(offered).not.toContain(second);
    const twin = bench.queue.records().find((record) => record.id !== id);
    expect(twin).toMatchObject({ name: 'shape (second result).png', steps: [{ taskId: second }] });
    await bench.queue.whenSettled([twin?.id ?? '']);
    expect(listExported(bench.out)).toEqual(['shape (second result)/shape (second result).glb', 'shape/shape.glb']);
  });
});

test('sending again by itself needs a nonce that was seen echoed', async () => {
  const root = makeTempFolder();
  const bench = await openQueue(service, { mode: 'auto', settleMs: 0 }, root);
  bench.proxy.plan.push('answer_502');
  const id = await addOne(bench);
  // The first order of this operation at this service: nobody has seen an echo yet.
  expect(bench.only().status).toBe('unknown');
  bench.queue.resolve(id, 'send_again');
  bench.queue.confirm([id]);
  await bench.queue.whenSettled([id]);
  expect(bench.only().status).toBe('done');

  bench.proxy.plan.push('answer_502');
  const posts = bench.proxy.posts();
  const second = await addOne(bench);
  expect(bench.queue.records().find((record) => record.id === second)?.status).toBe('done');
  expect(bench.proxy.posts() - posts).toBe(2);

  await bench.queue.close();
  const database = openQueueDatabase(bench.home);
  expect(createIntentStore(database).hasEcho(bench.client.profile.id, 'image_to_model')).toBe(true);
  database.close();
});
