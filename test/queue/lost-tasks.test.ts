import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { SYSTEM, type System } from '../../src-main/base/system.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openQueue, type QueueBench } from './bench.ts';

const STRICT = { mode: 'strict', settleMs: 0 } as const;

/** Looks for a task follow each other at once; what comes every few minutes stays where it is. */
const QUICK: System = {
  ...SYSTEM,
  clock: { ...SYSTEM.clock, after: (ms, run) => SYSTEM.clock.after(ms > 30_000 ? ms : Math.min(ms, 20), run) },
};
/** As quick, and minutes pass in moments, too. */
const HURRIED: System = {
  ...SYSTEM,
  clock: { ...SYSTEM.clock, after: (ms, run) => SYSTEM.clock.after(Math.min(ms, 20), run) },
};

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService({ credits: 10_000 });
});
afterAll(() => service.stop());

/** A job whose task the service does not show; `show()` ends that. */
async function loseTask(
  system: System,
  { free = false }: { free?: boolean } = {},
): Promise<{ readonly bench: QueueBench; readonly id: string; show(): void }> {
  const bench = await openQueue(service, STRICT, makeTempFolder(), system);
  Object.assign(bench.client.profile, { free });
  const { listTasks } = bench.client;
  let isBlind = true;
  bench.client.listTasks = async (ids) => (isBlind ? { tasks: new Map(), missed: [...ids] } : listTasks(ids));
  const [record] = bench.queue.add([{ path: bench.picture, kind: 'picture', bytes: 1 }], { ...bench.options, free });
  const id = record?.id ?? '';
  bench.queue.start();
  await bench.queue.whenSettled([id]);
  return { bench, id, show: () => void (isBlind = false) };
}

describe('a task that the service does not know any more', () => {
  test('is in doubt, and comes home once it is known again, ordered once', async () => {
    const { bench, id, show } = await loseTask(QUICK);
    const lost = bench.only();
    expect([lost.status, lost.error?.code]).toEqual(['unknown', 'task_missing']);
    expect(bench.queue.list()[0]?.money).toMatchObject({ kind: 'maybe_paid', amount: '110.00' });
    expect(describeError(lost.error!, lost.name).next).toContain('never sends a task twice');
    bench.queue.retry([id]);
    expect(bench.only().status).toBe('unknown');
    show();
    bench.queue.resolve(id, 'look');
    await bench.queue.whenSettled([id]);
    const done = bench.only();
    expect([done.status, done.steps[0]?.taskId]).toEqual(['done', lost.steps[0]?.taskId]);
    expect([bench.proxy.posts(), listExported(bench.out)]).toEqual([1, ['shape/shape.glb']]);
    expect(bench.queue.list()[0]?.money).toMatchObject({ kind: 'charged', amount: '110.00' });
  });

  test('is looked for by itself', async () => {
    const { bench, show } = await loseTask(HURRIED);
    show();
    await bench.until(({ status }) => status === 'done');
    expect(bench.proxy.posts()).toBe(1);
  });

  test('stays in doubt and in the budget when it is ordered anew knowingly, and is offered when it turns up', async () => {
    const { bench, id, show } = await loseTask(QUICK);
    const first = bench.only().steps[0]?.taskId ?? '';
    const before = bench.queue.spending.spent().today;
    show();
    bench.queue.resolve(id, 'send_again');
    bench.queue.confirm([id]);
    await bench.queue.whenSettled([id]);
    const done = bench.only();
    expect([done.status, bench.proxy.posts()]).toEqual(['done', 2]);
    expect(done.steps[0]?.taskId).not.toBe(first);
    const after = bench.queue.spending.spent().today;
    expect([before.charged, before.held]).toEqual(['0.00', '110.00']);
    expect([after.charged, after.held]).toEqual(['110.00', '110.00']);

    const found = await bench.queue.reconciler.sweep();
    expect(found.map(({ task }) => task.task_id)).toContain(first);
    const [adopted = ''] = bench.queue.reconciler.adopt([first]);
    await bench.queue.whenSettled([adopted]);
    expect(bench.queue.records().find((record) => record.id === adopted)?.status).toBe('done');
    expect(bench.queue.spending.spent().today).toMatchObject({ charged: '220.00', held: '0.00' });
    expect(bench.queue.reconciler.found().map(({ task }) => task.task_id)).not.toContain(first);
    expect(bench.proxy.posts()).toBe(2);
  });

  test('may be given up, and is offered when it turns up', async () => {
    const { bench, id, show } = await loseTask(QUICK);
    const first = bench.only().steps[0]?.taskId ?? '';
    bench.queue.resolve(id, 'give_up');
    expect(bench.only().status).toBe('cancelled');
    expect(bench.queue.list()[0]?.money.kind).toBe('maybe_paid');
    show();
    const found = await bench.queue.reconciler.sweep();
    expect(found.map(({ task }) => task.task_id)).toContain(first);
    expect(bench.proxy.posts()).toBe(1);
  });

  test('that is free fails, and a retry orders it anew', async () => {
    const { bench, id, show } = await loseTask(QUICK, { free: true });
    expect([bench.only().status, bench.only().error?.code]).toEqual(['failed', 'task_missing']);
    show();
    bench.queue.retry([id]);
    await bench.queue.whenSettled([id]);
    expect([bench.only().status, bench.proxy.posts()]).toEqual(['done', 2]);
  });
});

test('an order in doubt for longer than a day is bound by the sweep', async () => {
  const root = makeTempFolder();
  const bench = await openQueue(service, STRICT, root, QUICK);
  bench.proxy.plan.push('answer_502');
  const { create } = bench.client;
  let body = '';
  bench.client.create = (path, sent, requestId) => {
    body = sent;
    return create(path, sent, requestId);
  };
  const [record] = bench.queue.add([{ path: bench.picture, kind: 'picture', bytes: 1 }], bench.options);
  bench.queue.start();
  await bench.queue.whenSettled([record!.id]);
  expect(bench.only().status).toBe('unknown');
  // The service took its time with what we sent: it is the same request, arriving now.
  const late = await create('/v3/generation/image-to-model', body, 'late');
  const { serverTime } = bench.client;
  bench.client.serverTime = async () => (await serverTime()) + 25 * 3_600_000;
  await bench.queue.reconciler.sweep();
  const done = await bench.until(({ status }) => status === 'done');
  expect(late).toMatchObject({ kind: 'created', taskId: done.steps[0]?.taskId });
});
