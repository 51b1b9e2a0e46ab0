import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { toCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { openPostgresAccount } from '../../../../src-main/local-service/account/postgres-account.ts';
import { createPostgresApiKeys } from '../../../../src-main/local-service/account/postgres-api-keys.ts';
import { createPostgresRateLimiter } from '../../../../src-main/local-service/http/checks/postgres-rate-limiter.ts';
import { listenTo } from '../../../../src-main/local-service/storage/postgres/listen.ts';
import { migratePostgres } from '../../../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { openPostgres, type Postgres } from '../../../../src-main/local-service/storage/postgres/postgres.ts';
import { newTaskId } from '../../../../src-main/local-service/tasks/new-task-id.ts';
import { CHANNELS, openPostgresLifecycle } from '../../../../src-main/local-service/tasks/studio/postgres-lifecycle.ts';
import { createPostgresTaskStore } from '../../../../src-main/local-service/tasks/studio/postgres-task-store.ts';
import { prepareTaskJobs } from '../../../../src-main/local-service/tasks/studio/prepare-task-jobs.ts';
import { createStudioTaskQueue } from '../../../../src-main/local-service/tasks/studio/studio-task-queue.ts';
import type { NewTask } from '../../../../src-main/local-service/tasks/task-record.ts';
import { openTaskJobs } from '../../../../src-main/local-service/tasks/studio/task-jobs.ts';
import { openBalanceAlert } from '../../../../src-main/local-service/webhooks/postgres-balance-alert.ts';
import { createPostgresDeliveryStore } from '../../../../src-main/local-service/webhooks/postgres-delivery-store.ts';
import { createPostgresWebhookStore } from '../../../../src-main/local-service/webhooks/postgres-webhook-store.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../../helpers/service/postgres-server.ts';

const RESULT = { files: { model_url: 'model.glb' }, notes: [] };
const CONCURRENCY = { generation_h: 99, generation_p: 99, image: 99, animation: 99, processing: 99, mesh: 99 };

const bin = findPostgres();
let server: PostgresServer;
let databases = 0;

function connect(url: string): Postgres {
  const postgres = openPostgres({ url, connections: 8 });
  onTestFinished(() => postgres.close());
  return postgres;
}

async function open(threshold = 0) {
  const url = server.createDatabase(`lifecycle${databases++}`);
  const postgres = connect(url);
  await migratePostgres(postgres);
  await prepareTaskJobs(postgres);
  const jobs = await openTaskJobs(postgres, false);
  onTestFinished(() => jobs.close());
  const listener = await openBalanceAlert(postgres, toCredits(threshold));
  const lifecycle = await openPostgresLifecycle(postgres, jobs, listener, CONCURRENCY);
  const account = await openPostgresAccount(postgres, listener, toCredits(1_000));
  const tasks = createPostgresTaskStore(postgres);
  return { url, postgres, jobs, lifecycle, account, tasks, queue: createStudioTaskQueue(lifecycle) };
}

function newTask(price = 0, values: object = {}, input: object = {}): NewTask {
  return {
    ...{ id: newTaskId(), type: 'import_model', category: 'processing', createdAt: 0, price: toCredits(price) },
    input: { ...input },
    job: { sources: [], values: { ...values } },
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function takeAll({ jobs }: Opened): Promise<string[]> {
  const ids: string[] = [];
  for (let claim = await jobs.take('processing'); claim; claim = await jobs.take('processing')) ids.push(claim.taskId);
  return ids;
}

describe.skipIf(bin === null)('tasks in PostgreSQL', () => {
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  }, 120_000);
  afterAll(() => server.stop());

  test('a result of a worker that lost its claim is refused, and the one of the next is kept', async () => {
    const { jobs, lifecycle, tasks, account, queue } = await open();
    const id = await queue.create(newTask(100), 'key');
    const lost = await jobs.take('processing');
    if (!lost) throw new Error('no job');
    await lifecycle.start(lost);
    await jobs.retry(lost);
    const next = await jobs.take('processing');
    if (!next) throw new Error('no job');
    expect([lost.attempt, next.attempt]).toEqual([1, 2]);
    // It was returned: no worker was lost.
    expect(next.isTakeover).toBe(false);
    await lifecycle.start(next);
    expect(await lifecycle.start(lost)).toBeNull();
    expect([await jobs.touch([lost]), await jobs.touch([next])]).toEqual([[lost], []]);
    expect(await lifecycle.succeed(lost, { ...RESULT, notes: ['late'] })).toBe(false);
    expect(await lifecycle.fail(lost, { code: 1000, message: 'late' })).toBe(false);
    expect(await lifecycle.succeed(next, RESULT)).toBe(true);
    expect((await tasks.find(id))?.result).toEqual(RESULT);
    expect(await account.balance()).toEqual({ balance: 900, frozen: 0 });
    expect(await jobs.take('processing')).toBeNull();
  });

  test('a task whose workers were lost three times is left to be failed, and refunded', async () => {
    const { jobs, lifecycle, tasks, account, queue } = await open();
    const id = await queue.create(newTask(100), 'key');
    for (const attempt of [1, 2, 3]) {
      const claim = await jobs.take('processing');
      expect(claim?.attempt).toBe(attempt);
      if (!claim) return;
      await lifecycle.start(claim);
      await jobs.retry(claim);
    }
    expect(await jobs.take('processing')).toBeNull();
    const dead = await jobs.takeExhausted();
    expect(dead).toMatchObject({ taskId: id, isExhausted: true });
    if (!dead) return;
    expect(await lifecycle.fail(dead, { code: 1000, message: 'Lost.' })).toBe(true);
    expect(await tasks.find(id)).toMatchObject({ status: 'failed', failure: { code: 1000, message: 'Lost.' } });
    expect(await account.balance()).toEqual({ balance: 1_000, frozen: 0 });
  });

  test('higher priorities come first, and keys take turns', async () => {
    const opened = await open();
    const { queue } = opened;
    const busy: string[] = [];
    for (let index = 0; index < 4; index++) busy.push(await queue.create(newTask(), 'busy'));
    const other = [await queue.create(newTask(), 'other'), await queue.create(newTask(), 'other')];
    const urgent = await queue.create(newTask(0, { priority: 2 }), 'busy');
    expect(await takeAll(opened)).toEqual([urgent, busy[0], other[0], busy[1], other[1], busy[2], busy[3]]);
  });

  test('a key without waiting tasks does not come before those that have waited', async () => {
    const opened = await open();
    const { queue, jobs, lifecycle } = opened;
    const first = await queue.create(newTask(), 'busy');
    const second = await queue.create(newTask(), 'busy');
    const third = await queue.create(newTask(), 'busy');
    for (const id of [first, second]) {
      const claim = await jobs.take('processing');
      expect(claim?.taskId).toBe(id);
      if (claim) await lifecycle.start(claim);
    }
    const late = [await queue.create(newTask(), 'late'), await queue.create(newTask(), 'late')];
    expect(await takeAll(opened)).toEqual([third, ...late]);
  });

  test('a later task of a busy key that starts early does not end the turns of the others', async () => {
    const opened = await open();
    const { queue, jobs, lifecycle } = opened;
    const busy: string[] = [];
    for (let index = 0; index < 4; index++) busy.push(await queue.create(newTask(), 'busy'));
    const urgent = await queue.create(newTask(0, { priority: 2 }), 'busy');
    const convert: NewTask = { ...newTask(), type: 'convert_model' };
    await queue.create(convert, 'busy');
    const started = [await jobs.take('processing'), await jobs.take('processing', ['import_model'])];
    expect(started.map((claim) => claim?.taskId)).toEqual([urgent, convert.id]);
    for (const claim of started) if (claim) await lifecycle.start(claim);
    // An early task of a key does not delay its later ones either.
    const early = await queue.create(newTask(0, { priority: 2 }), 'other');
    const other = await queue.create(newTask(), 'other');
    expect(await takeAll(opened)).toEqual([early, busy[0], other, busy[1], busy[2], busy[3]]);
  });

  test('a client reference has one task: at once, later, and for each key', async () => {
    const { queue, account, postgres } = await open();
    const create = (key: string) => queue.create(newTask(10, {}, { client_ref: 'a \u0000 b' }), key);
    const together = await Promise.all([create('one'), create('one'), create('two')]);
    expect(together[1]).toBe(together[0]);
    expect(together[2]).not.toBe(together[0]);
    expect(await create('one')).toBe(together[0]);
    expect(await account.balance()).toEqual({ balance: 980, frozen: 20 });
    const refused = queue.create(newTask(5_000, {}, { client_ref: 'dear' }), 'one');
    await expect(refused).rejects.toMatchObject({ code: 2010 });
    const { rows } = await postgres.query({ name: 'refs', text: 'SELECT count(*)::int FROM client_refs' });
    expect(rows).toEqual([[2]]);
  });

  test('a client reference of any length has one task, and one that is stored whole is found', async () => {
    const { queue, postgres } = await open();
    // Random, because an index compresses its entries.
    const long = randomBytes(3_000).toString('base64');
    const create = (ref: string) => queue.create(newTask(10, {}, { client_ref: ref }), 'key');
    const together = await Promise.allSettled([create(long), queue.create(newTask(), 'key')]);
    expect(together.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const [first] = together;
    expect(await create(long)).toBe(first?.status === 'fulfilled' && first.value);
    expect(await create(`${long}x`)).not.toBe(await create(long));
    const id = newTaskId();
    const add = { name: 'add-ref', text: "INSERT INTO client_refs VALUES ('key', $1, $2)" };
    await postgres.query(add, JSON.stringify('é'.repeat(900)), id);
    expect(await create('é'.repeat(900))).toBe(id);
  });

  test('a creation that the database refuses fails alone', async () => {
    const { queue, account } = await open();
    const keys = ['one', 'text of PostgreSQL cannot hold \0', 'two'];
    const together = await Promise.allSettled(keys.map((key) => queue.create(newTask(10), key)));
    expect(together.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await account.balance()).toEqual({ balance: 980, frozen: 20 });
  });

  test('many creations at the same moment hold no more than there is', async () => {
    const { url, queue, account } = await open();
    const second = connect(url);
    const jobs = await openTaskJobs(second, false);
    onTestFinished(() => jobs.close());
    const silent = { balanceChanged: () => Promise.resolve() };
    const other = createStudioTaskQueue(await openPostgresLifecycle(second, jobs, silent, CONCURRENCY));
    const creations = Array.from({ length: 60 }, (_, index) =>
      (index % 2 === 0 ? queue : other).create(newTask(30), `key${index % 3}`),
    );
    const results = await Promise.allSettled(creations);
    const created = results.filter(({ status }) => status === 'fulfilled').length;
    expect(created).toBe(33);
    expect(await account.balance()).toEqual({ balance: 10, frozen: 990 });
    const entries = await account.entries(200);
    expect(entries.map(({ balanceAfter }) => balanceAfter)).toEqual([
      ...Array.from({ length: 33 }, (_, index) => 10 + index * 30),
      1_000,
    ]);
  });

  test('rows of the ledger can be neither changed nor removed', async () => {
    const { postgres, queue } = await open();
    await queue.create(newTask(1), 'key');
    for (const text of ['UPDATE ledger SET balance_change = 0', 'DELETE FROM ledger']) {
      await expect(postgres.query({ name: text, text })).rejects.toThrow('ledger rows stay');
    }
  });

  test('two processes may prepare one database at the same time, and a newer one is refused', async () => {
    const url = server.createDatabase(`lifecycle${databases++}`);
    const [one, two] = [connect(url), connect(url)];
    await Promise.all([migratePostgres(one), migratePostgres(two)]);
    await one.query({ name: 'newer', text: 'INSERT INTO migrations (step, oldest) VALUES (99, 99)' });
    await expect(migratePostgres(two)).rejects.toThrow('A newer Dropforge prepared this database (schema 99).');
  });

  test('a low balance is told once each time, and each delivery goes to one process', async () => {
    const { postgres, queue, lifecycle, account } = await open(500);
    const endpoints = createPostgresWebhookStore(postgres);
    expect(await endpoints.add('https://example.com/')).toMatchObject({ configured: false });
    expect(await endpoints.add('https://example.com/')).toBeNull();
    const id = await queue.create(newTask(600), 'key');
    await queue.create(newTask(100), 'key');
    await lifecycle.cancel(id);
    await queue.create(newTask(700), 'key');
    await account.topUp(toCredits(1_000));
    const stores = [createPostgresDeliveryStore(postgres, Date.now), createPostgresDeliveryStore(postgres, Date.now)];
    const taken = await Promise.all(stores.map((store) => store.due(Date.now(), 8)));
    const types = taken.flat().map(({ event }) => event.type);
    expect(types.toSorted()).toEqual(['balance.low', 'balance.low', 'task.failed']);
    const [store] = stores;
    const [delivery] = taken.flat();
    if (!store || !delivery) throw new Error('nothing is due');
    const from = Date.now();
    await store.record(delivery.id, { delivered: false, outcome: '500', retryAt: from + 3_600_000 });
    const latest = (await store.latest(3)).find((row) => row.id === delivery.id);
    expect(latest).toMatchObject({ attempts: 1, outcome: '500', deliveredAt: null });
    expect(Math.abs((latest?.dueAt ?? 0) - from - 3_600_000)).toBeLessThan(60_000);
    await store.record(delivery.id, { delivered: true, outcome: '200', retryAt: null });
    expect((await store.latest(3)).find((row) => row.id === delivery.id)?.dueAt).toBeNull();
    await store.sweep(Date.now() + 60_000);
    expect(await store.latest(9)).toHaveLength(2);
  });

  test('a low balance is told again below a threshold that was lowered', async () => {
    const { postgres, jobs, queue } = await open(500);
    await queue.create(newTask(890), 'key');
    await createPostgresWebhookStore(postgres).add('https://example.com/');
    const listener = await openBalanceAlert(postgres, toCredits(100));
    const again = createStudioTaskQueue(await openPostgresLifecycle(postgres, jobs, listener, CONCURRENCY));
    await again.create(newTask(30), 'key');
    // It is low already.
    await openBalanceAlert(postgres, toCredits(100));
    await again.create(newTask(30), 'key');
    const due = await createPostgresDeliveryStore(postgres, Date.now).due(Date.now(), 8);
    expect(due.map(({ event }) => event.type)).toEqual(['balance.low']);
  });

  test('a low balance wakes the processes that send it before any task ends', async () => {
    const { url, postgres, queue } = await open(500);
    const heard: string[] = [];
    const connected = Promise.withResolvers<void>();
    const listening = listenTo(url, { [CHANNELS.events]: (id) => heard.push(id) }, connected.resolve);
    onTestFinished(() => listening.close());
    await connected.promise;
    await createPostgresWebhookStore(postgres).add('https://example.com/');
    await queue.create(newTask(600), 'key');
    await queue.create(newTask(10), 'key');
    await postgres.query({ name: 'mark', text: `NOTIFY ${CHANNELS.events}, 'all were heard'` });
    await expect.poll(() => heard.at(-1)).toBe('all were heard');
    expect(heard).toEqual([expect.stringMatching(/\.balance\.low$/), 'all were heard']);
  });

  test('endpoints of the configuration keep their secret while they are named', async () => {
    const { postgres } = await open();
    const endpoints = createPostgresWebhookStore(postgres);
    const [a, b, own] = ['https://a.example/', 'https://b.example/', 'https://own.example/'];
    const first = await endpoints.configure([a, b]);
    await endpoints.add(own);
    expect(first[a]).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
    expect(await endpoints.configure([a])).toEqual({ [a]: first[a] });
    expect((await endpoints.list()).map(({ url }) => url)).toEqual([a, own]);
  });

  test('a key is valid until it is revoked, also where it was used before', async () => {
    const { postgres } = await open();
    let time = 0;
    const [here, there] = [createPostgresApiKeys(postgres, () => time), createPostgresApiKeys(postgres, () => time)];
    const { id, key } = await here.make();
    expect([await here.find(key), await there.find(key), await here.find(`${key}x`)]).toEqual([id, id, null]);
    expect((await here.list()).map(({ ending }) => ending)).toEqual([key.slice(-4)]);
    expect([await here.revoke(id), await here.revoke(id)]).toEqual([true, false]);
    expect(await here.find(key)).toBeNull();
    time += 6_000;
    expect(await there.find(key)).toBeNull();
  });

  test('a key spends no more than its budgets, and creates no more than it may', async () => {
    const { postgres, queue, lifecycle } = await open();
    const keys = createPostgresApiKeys(postgres);
    const free = { name: 'Ana', mayCreate: true, operations: null, dayBudget: null, monthBudget: null };
    const { id: day } = await keys.add({ ...free, dayBudget: toCredits(100) });
    const { id: month } = await keys.add({ ...free, dayBudget: toCredits(500), monthBudget: toCredits(150) });
    const { id: narrow } = await keys.add({ ...free, operations: ['convert_model'] });
    const { id: reader } = await keys.add({ ...free, mayCreate: false });
    const together = await Promise.allSettled([60, 50, 40, 0].map((price) => queue.create(newTask(price), day)));
    expect(together.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    await expect(queue.create(newTask(1), day)).rejects.toMatchObject({ code: 2010 });
    const [first] = together;
    await lifecycle.cancel(first?.status === 'fulfilled' ? first.value : '');
    await queue.create(newTask(60), day);
    await queue.create(newTask(150), month);
    await expect(queue.create(newTask(1), month)).rejects.toMatchObject({ code: 2010 });
    await expect(queue.create(newTask(1), narrow)).rejects.toMatchObject({ code: 1004, http: 403 });
    await expect(queue.create(newTask(1), reader)).rejects.toMatchObject({ code: 1004, http: 403 });
    const { rows } = await postgres.query({
      name: 'spending',
      text: 'SELECT sum(credits)::int, sum(tasks)::int FROM key_spending',
    });
    expect(rows).toEqual([[250, 5]]);
  });

  test('a class has its limit in every minute for each key, whichever process counts', async () => {
    const { postgres } = await open();
    const limits = { generation: 2, refine: 1, upload: 1, query: 3 };
    const [one, two] = [createPostgresRateLimiter(postgres, limits), createPostgresRateLimiter(postgres, limits)];
    expect(await one('a', 'generation')).toMatchObject({ limit: 2, remaining: 1, exceeded: false });
    expect(await two('a', 'generation')).toMatchObject({ limit: 2, remaining: 0, exceeded: false });
    expect(await one('a', 'generation')).toMatchObject({ limit: 2, remaining: 0, exceeded: true });
    expect(await one('b', 'generation')).toMatchObject({ remaining: 1, exceeded: false });
    await postgres.query({ name: 'age', text: "UPDATE rate_windows SET ends_at = now() - interval '1 second'" });
    expect(await two('a', 'generation')).toMatchObject({ remaining: 1, exceeded: false });
  });

  test('requests that come together are counted one by one, for each key and class', async () => {
    const { postgres } = await open();
    const limits = { generation: 2, refine: 1, upload: 1, query: 3 };
    const [one, two] = [createPostgresRateLimiter(postgres, limits), createPostgresRateLimiter(postgres, limits)];
    const calls = ['query', 'generation', 'query', 'query', 'query'] as const;
    const states = await Promise.all(calls.map((rateClass) => one('a', rateClass)));
    expect(states.map(({ remaining, exceeded }) => (exceeded ? 'refused' : remaining))).toEqual([
      2,
      1,
      1,
      0,
      'refused',
    ]);
    const both = ['a', 'b'].flatMap((key) => [one(key, 'generation'), two(key, 'generation')]);
    const left = (await Promise.all(both)).map(({ remaining, exceeded }) => (exceeded ? -1 : remaining));
    expect([left.slice(0, 2).toSorted(), left.slice(2).toSorted()]).toEqual([
      [-1, 0],
      [0, 1],
    ]);
  });
});
