import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { newTaskId } from '../../../src-main/local-service/tasks/new-task-id.ts';
import { MAX_INLINE_INPUT, type NewTask } from '../../../src-main/local-service/tasks/task-record.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../helpers/service/postgres-server.ts';
import { openEmbeddedStores, openStudioStores, type ServiceStores } from './service-stores.ts';

const CONCURRENCY = { generation_h: 99, generation_p: 99, image: 2, animation: 99, processing: 99, mesh: 99 };
const OPTIONS = { credits: toCredits(1_000), concurrency: CONCURRENCY };
const RESULT = { files: { model_url: 'model.glb' }, values: { riggable: true }, notes: ['The back is a guess.'] };
const FAILURE = { code: 2004, message: 'No.' };

function newTask(price: number, changes: Partial<NewTask> = {}): NewTask {
  const job = { sources: [{ kind: 'upload', token: 'file_a' } as const], values: {} };
  const task = { id: newTaskId(), type: 'import_model', input: {}, job, category: 'processing' } as const;
  return { ...task, price: toCredits(price), createdAt: Date.now(), ...changes };
}

const codeOf = (error: Error | null) => (error === null ? 0 : (error as { code?: unknown }).code);

const bin = findPostgres();
let server: PostgresServer;
beforeAll(async () => {
  if (bin !== null) server = await startPostgres(bin);
});
afterAll(() => server?.stop());

const EMBEDDED = ['embedded', () => openEmbeddedStores(OPTIONS)] as const;
const STUDIO = ['studio', () => openStudioStores(server, OPTIONS)] as const;
const KINDS: readonly (readonly [string, () => Promise<ServiceStores>])[] =
  bin === null ? [EMBEDDED] : [EMBEDDED, STUDIO];
if (bin === null) console.warn('PostgreSQL is not installed: the stores of a studio are not tested.');

describe.each(KINDS)('%s stores', (_, open) => {
  test('hold the price at creation, spend it at success, and return it at failure and cancellation', async () => {
    const { account, create, start, succeed, fail, cancel } = await open();
    const [good, bad, dropped] = [newTask(300), newTask(200), newTask(100)];
    expect(await create([good, bad, dropped])).toEqual([null, null, null]);
    expect(await account.balance()).toEqual({ balance: 400, frozen: 600 });
    await start(good);
    await succeed(good, RESULT);
    expect(await account.balance()).toEqual({ balance: 400, frozen: 300 });
    await start(bad);
    await fail(bad, FAILURE);
    expect(await cancel(dropped.id)).toBe(true);
    expect(await account.balance()).toEqual({ balance: 700, frozen: 0 });
  });

  test('keep the request as it came, unknown fields and order included, and the result', async () => {
    const { tasks, create, start, succeed } = await open();
    const input = { z: [1, { b: null }], client_ref: 'ü-1 \u0000', a: 0.1, parameters: { deep: { er: true } } };
    const task = newTask(5, { input });
    await create([task]);
    expect((await tasks.find(task.id))?.input).toBe(JSON.stringify(input));
    await start(task);
    await succeed(task, RESULT);
    const { id, type, category, price, job } = task;
    const found = await tasks.find(id.toUpperCase());
    expect(found).toMatchObject({ id, type, category, price, status: 'success', result: RESULT, failure: null });
    expect(await tasks.readJob(id)).toEqual(job);
    expect(found?.completedAt).toBeGreaterThan(Date.now() - 60_000);
    expect(await tasks.find('nothing')).toBeNull();
  });

  test('leave a long request out of the record, and read it alone', async () => {
    const { tasks, create } = await open();
    const toInput = (bytes: number) => ({ note: 'ü'.repeat((bytes - JSON.stringify({ note: '' }).length) / 2) });
    const [short, long] = [MAX_INLINE_INPUT - 1, MAX_INLINE_INPUT + 1].map((size) =>
      newTask(0, { input: toInput(size) }),
    );
    await create([short!, long!]);
    const found = new Map((await tasks.findMany([short!.id, long!.id])).map(({ id, input }) => [id, input]));
    expect(found).toEqual(
      new Map([
        [short!.id, JSON.stringify(short!.input)],
        [long!.id, null],
      ]),
    );
    expect(await tasks.readInput(long!.id)).toBe(JSON.stringify(long!.input));
    expect(await tasks.readInput(newTaskId())).toBeNull();
    expect(await tasks.readJob(newTaskId())).toBeNull();
  });

  test('close a task once, whatever comes after', async () => {
    const { tasks, account, create, start, succeed, fail, cancel } = await open();
    const task = newTask(60);
    await create([task]);
    await start(task);
    await succeed(task, RESULT);
    await expect(fail(task, FAILURE)).rejects.toThrow();
    await expect(succeed(task, RESULT)).rejects.toThrow();
    expect(await cancel(task.id)).toBe(false);
    expect((await tasks.find(task.id))?.status).toBe('success');
    expect(await account.balance()).toEqual({ balance: 940, frozen: 0 });
  });

  test('count a group one by one: what one takes the next does not have', async () => {
    const { account, create, cancel } = await open();
    const images = Array.from({ length: 3 }, () => newTask(10, { category: 'image' }));
    const group = [newTask(10), newTask(5_000), ...images, newTask(960), newTask(950)];
    expect((await create(group)).map(codeOf)).toEqual([0, 2010, 0, 0, 2000, 0, 2010]);
    expect(await account.balance()).toEqual({ balance: 10, frozen: 990 });
    expect((await create([newTask(10, { category: 'image' })])).map(codeOf)).toEqual([2000]);
    expect(await cancel(images[0]?.id ?? '')).toBe(true);
    expect((await create([newTask(10, { category: 'image' })])).map(codeOf)).toEqual([0]);
  });

  test('list tasks newest first, page by page, and find several', async () => {
    const { tasks, create } = await open();
    const made = Array.from({ length: 5 }, () => newTask(0));
    await create(made);
    const ids = made.map(({ id }) => id).reverse();
    expect((await tasks.page(2, 0)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect((await tasks.page(2, 4)).map(({ id }) => id)).toEqual(ids.slice(4));
    const found = await tasks.findMany([ids[1] ?? '', 'nothing', ids[3] ?? '']);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([ids[1], ids[3]]));
  });

  test('grant each top-up, and keep it and each refund after the credits were lowered', async () => {
    const { create, start, succeed, fail, reopenAccount } = await open();
    const [good, bad] = [newTask(930), newTask(20)];
    await create([good, bad]);
    await start(good);
    await succeed(good, RESULT);
    let account = await reopenAccount(toCredits(100));
    const balanceOf = async () => (await account.balance()).balance;
    expect(await account.balance()).toEqual({ balance: 0, frozen: 20 });
    await start(bad);
    await fail(bad, FAILURE);
    expect(await balanceOf()).toBe(20);
    await account.topUp(toCredits(10));
    expect(await balanceOf()).toBe(30);
    account = await reopenAccount(toCredits(100));
    expect(await balanceOf()).toBe(30);
    await account.topUp(toCredits(200));
    expect(await balanceOf()).toBe(230);
    for (const [credits, balance] of [
      [100, 230],
      [130, 260],
      [90, 220],
      [0, 130],
      [100, 230],
    ] as const) {
      account = await reopenAccount(toCredits(credits));
      expect([credits, await balanceOf()]).toEqual([credits, balance]);
    }
  });

  test('top up and list the entries of the ledger with their running totals', async () => {
    const { account, create, cancel } = await open();
    const task = newTask(300);
    await create([task]);
    await account.topUp(toCredits(500));
    await cancel(task.id);
    const entries = await account.entries(10);
    expect(
      entries.map(({ kind, taskId, balanceChange, frozenChange, balanceAfter }) => [
        kind,
        taskId,
        balanceChange,
        frozenChange,
        balanceAfter,
      ]),
    ).toEqual([
      ['refund', task.id, 300, -300, 1_500],
      ['grant', null, 500, 0, 1_200],
      ['hold', task.id, -300, 300, 700],
      ['grant', null, 1_000, 0, 1_000],
    ]);
    expect(await account.entries(1, entries[1]?.number)).toEqual([entries[2]]);
  });
});
