import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { openPostgresAccount } from '../../../src-main/local-service/account/postgres-account.ts';
import { createPostgresApiKeys } from '../../../src-main/local-service/account/postgres-api-keys.ts';
import { readUsage, USAGE_GROUPS, type UsageQuery } from '../../../src-main/local-service/account/postgres-usage.ts';
import { migratePostgres } from '../../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { openPostgres, type Postgres } from '../../../src-main/local-service/storage/postgres/postgres.ts';
import { newTaskId } from '../../../src-main/local-service/tasks/new-task-id.ts';
import { openPostgresLifecycle } from '../../../src-main/local-service/tasks/studio/postgres-lifecycle.ts';
import { createTaskRetries } from '../../../src-main/local-service/tasks/studio/postgres-task-retries.ts';
import { createPostgresTaskStore } from '../../../src-main/local-service/tasks/studio/postgres-task-store.ts';
import { prepareTaskJobs } from '../../../src-main/local-service/tasks/studio/prepare-task-jobs.ts';
import { createStudioTaskQueue } from '../../../src-main/local-service/tasks/studio/studio-task-queue.ts';
import { openTaskJobs, type JobClaim } from '../../../src-main/local-service/tasks/studio/task-jobs.ts';
import type { NewTask } from '../../../src-main/local-service/tasks/task-record.ts';
import { NO_BALANCE_ALERT } from '../../../src-main/local-service/webhooks/postgres-balance-alert.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../helpers/service/postgres-server.ts';

const bin = findPostgres();
const SLOTS = { generation_h: 999, generation_p: 999, image: 999, animation: 999, processing: 999, mesh: 999 };
const FREE = { mayCreate: true, operations: null, dayBudget: null, monthBudget: null };

function newTask(price: number): NewTask {
  return {
    ...{ id: newTaskId(), type: 'import_model', category: 'processing', createdAt: 0, price: toCredits(price) },
    ...{ input: {}, job: { sources: [], values: {} } },
  };
}

let databases = 0;

async function open(server: PostgresServer) {
  const postgres = openPostgres({ url: server.createDatabase(`usage${databases++}`), connections: 8 });
  await migratePostgres(postgres);
  await prepareTaskJobs(postgres);
  const jobs = await openTaskJobs(postgres, false);
  const lifecycle = await openPostgresLifecycle(postgres, jobs, NO_BALANCE_ALERT, SLOTS);
  await openPostgresAccount(postgres, NO_BALANCE_ALERT, toCredits(10_000_000));
  const tasks = createPostgresTaskStore(postgres);
  return {
    ...{ postgres, jobs, lifecycle, tasks, keys: createPostgresApiKeys(postgres) },
    queue: createStudioTaskQueue(lifecycle),
    retries: createTaskRetries(postgres, tasks, lifecycle),
    close: () => jobs.close().then(() => postgres.close()),
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** What the ledger says that tasks have cost, by an expression about the task and its key. */
async function sumLedger(postgres: Postgres, expression: string): Promise<[string, number][]> {
  const text = `SELECT ${expression}, -sum(balance_change)::bigint FROM ledger JOIN tasks ON tasks.id = task_id
    JOIN api_keys ON api_keys.id = key_id GROUP BY 1 ORDER BY 1`;
  return [...(await postgres.query<[string, number]>({ name: expression, text })).rows];
}

/** Moves everything that has happened a day into the past. */
async function passDay(postgres: Postgres): Promise<void> {
  await postgres.executeSql("UPDATE tasks SET created_at = created_at - interval '1 day'");
  // One day at a time, the oldest first: the days of a key are unique.
  await postgres.executeSql('UPDATE key_spending SET day = day - 1000');
  await postgres.executeSql('UPDATE key_spending SET day = day + 999');
}

async function takeJob({ jobs, lifecycle }: Opened): Promise<JobClaim | null> {
  const claim = await jobs.take('processing');
  if (claim) await lifecycle.start(claim);
  return claim;
}

describe.skipIf(bin === null)('usage of a studio', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  }, 120_000);
  afterAll(() => server.stop());

  test('sums to the ledger, by key, project and day, whatever has happened', async () => {
    const opened = await open(server);
    const { postgres, keys, queue, lifecycle, retries } = opened;
    const ids: string[] = [];
    for (const [name, project] of [
      ['Ana', 'Game'],
      ['Ben', 'Game'],
      ['Farm', ''],
    ] as const) {
      ids.push((await keys.add({ ...FREE, name, project })).id);
    }
    const created: string[] = [];
    const failed: string[] = [];
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('create'), at: fc.nat(2), price: fc.nat(50_000) }) },
      fc.record({ kind: fc.constantFrom('cancel', 'retry'), at: fc.nat(1_000), price: fc.constant(0) }),
      fc.record({ kind: fc.constantFrom('succeed', 'fail', 'day'), at: fc.constant(0), price: fc.constant(0) }),
    );
    const run = async ({ kind, at, price }: { kind: string; at: number; price: number }): Promise<void> => {
      if (kind === 'create') created.push(await queue.create(newTask(price), ids[at] ?? ''));
      if (kind === 'cancel' && created.length > 0) await lifecycle.cancel(created[at % created.length] ?? '');
      if (kind === 'retry' && failed.length > 0) created.push(await retries.retry(failed[at % failed.length] ?? ''));
      if (kind === 'day') await passDay(postgres);
      if (kind !== 'succeed' && kind !== 'fail') return;
      const claim = await takeJob(opened);
      if (!claim) return;
      if (kind === 'succeed') await lifecycle.succeed(claim, { files: {}, notes: [] });
      else if (await lifecycle.fail(claim, { code: 1000, message: 'No.' })) failed.push(claim.taskId);
    };
    const sumUsage = async (query: UsageQuery) => {
      const rows = await readUsage(postgres, query);
      return rows
        .map((row) => [row.key?.id ?? row.project ?? row.day ?? '', row.credits] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
        for (const each of steps) await run(each);
        expect(await sumUsage({ by: 'key' })).toEqual(await sumLedger(postgres, 'key_id'));
        expect(await sumUsage({ by: 'project' })).toEqual(await sumLedger(postgres, 'project'));
        const day = "(tasks.created_at AT TIME ZONE 'UTC')::date::text";
        expect(await sumUsage({ by: 'day' })).toEqual(await sumLedger(postgres, day));
        const all = (await readUsage(postgres, {})).reduce((sum, { credits }) => sum + credits, 0);
        const { rows } = await postgres.query<[spent: number]>({
          name: 'spent',
          text: "SELECT coalesce(-sum(balance_change), 0)::bigint FROM ledger WHERE kind <> 'grant'",
        });
        expect(all).toBe(rows[0]?.[0]);
      }),
      { numRuns: 25 },
    );
    expect([created.length, failed.length].map((count) => count > 2)).toEqual([true, true]);
    await opened.close();
  });

  test('is named, begins at a day, and keeps the tasks of revoked keys', async () => {
    const opened = await open(server);
    const { postgres, keys, queue } = opened;
    const { id } = await keys.add({ ...FREE, name: 'Ana', project: 'Game' });
    await queue.create(newTask(100), id);
    await passDay(postgres);
    await queue.create(newTask(20), id);
    await keys.revoke(id);
    const key = { id, name: 'Ana' };
    expect(await readUsage(postgres, { by: 'key' })).toEqual([{ key, tasks: 2, credits: 120 }]);
    expect(await readUsage(postgres, { by: 'project' })).toEqual([{ project: 'Game', tasks: 2, credits: 120 }]);
    const [today, yesterday] = await readUsage(postgres, { by: 'day' });
    expect([today?.credits, yesterday?.credits]).toEqual([20, 100]);
    const from = today?.day ?? '';
    expect(await readUsage(postgres, { from })).toEqual([{ key, project: 'Game', day: from, tasks: 1, credits: 20 }]);
    expect(USAGE_GROUPS).toHaveLength(3);
    await opened.close();
  });

  test('a failed task is retried once, by its key, at its price, within its budget', async () => {
    const opened = await open(server);
    const { keys, queue, lifecycle, retries, tasks, postgres } = opened;
    const { id: key } = await keys.add({ ...FREE, name: 'Ana', dayBudget: toCredits(100) });
    const fail = async (price: number): Promise<string> => {
      const id = await queue.create({ ...newTask(price), input: { client_ref: 'order' } }, key);
      const claim = await takeJob(opened);
      expect(claim?.taskId).toBe(id);
      if (claim) await lifecycle.fail(claim, { code: 2007, message: 'Empty.' });
      return id;
    };
    const first = await fail(70);
    const [again, same] = await Promise.all([retries.retry(first), retries.retry(first)]);
    expect([again, same]).toEqual([again, again]);
    expect(await tasks.find(again)).toMatchObject({ status: 'queued', price: 70, type: 'import_model' });
    expect(await readUsage(postgres, { by: 'key' })).toMatchObject([{ tasks: 2, credits: 70 }]);
    const latest = await retries.latest(5);
    expect(latest).toMatchObject([{ id: first, keyName: 'Ana', retriedAs: again, failure: { code: 2007 } }]);
    await expect(retries.retry(again)).rejects.toMatchObject({ code: 1004 });
    await expect(retries.retry(newTaskId())).rejects.toMatchObject({ code: 2001 });

    await takeJob(opened);
    await keys.setBudgets(key, { dayBudget: toCredits(200), monthBudget: null });
    const { id: other } = await keys.add({ ...FREE, name: 'Ben' });
    const second = await queue.create(newTask(50), key);
    const claim = await takeJob(opened);
    if (claim) await lifecycle.fail(claim, { code: 1000, message: 'No.' });
    await keys.setBudgets(key, { dayBudget: toCredits(100), monthBudget: null });
    await expect(retries.retry(second)).rejects.toMatchObject({
      code: 2010,
      suggestion: 'Ask whoever runs the service for a higher budget, or wait until it resets.',
    });
    await keys.setBudgets(key, { dayBudget: null, monthBudget: null });
    expect(await keys.setBudgets('key_none', { dayBudget: null, monthBudget: null })).toBe(false);
    await keys.revoke(key);
    await expect(retries.retry(second)).rejects.toMatchObject({ code: 1004 });
    expect((await keys.list()).map(({ id }) => id)).toEqual([other]);
    await opened.close();
  });
});
