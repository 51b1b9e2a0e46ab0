import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { toCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { openPostgresAccount } from '../../../../src-main/local-service/account/postgres-account.ts';
import { migratePostgres } from '../../../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { openPostgres, type Postgres } from '../../../../src-main/local-service/storage/postgres/postgres.ts';
import { newTaskId } from '../../../../src-main/local-service/tasks/new-task-id.ts';
import { openPostgresLifecycle } from '../../../../src-main/local-service/tasks/studio/postgres-lifecycle.ts';
import { createPostgresTaskStore } from '../../../../src-main/local-service/tasks/studio/postgres-task-store.ts';
import { prepareTaskJobs } from '../../../../src-main/local-service/tasks/studio/prepare-task-jobs.ts';
import { createStudioTaskQueue } from '../../../../src-main/local-service/tasks/studio/studio-task-queue.ts';
import { openTaskJobs } from '../../../../src-main/local-service/tasks/studio/task-jobs.ts';
import { startTaskWorker } from '../../../../src-main/local-service/tasks/studio/task-worker.ts';
import type { NewTask } from '../../../../src-main/local-service/tasks/task-record.ts';
import { createFolderOutputStore } from '../../../../src-main/local-service/files/folder-output-store.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../../helpers/service/postgres-server.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';
import { createChanceWork } from '../../../studio/random-faults/chance-work.ts';
import { createPrng } from '../../../simulation/prng.ts';

const SILENT = { balanceChanged: () => Promise.resolve() };
const SEATS = 8;

const bin = findPostgres();
let server: PostgresServer;
let databases = 0;

async function open() {
  const postgres = openPostgres({ url: server.createDatabase(`worker${databases++}`), connections: 8 });
  onTestFinished(() => postgres.close());
  await migratePostgres(postgres);
  await prepareTaskJobs(postgres);
  const statements: string[] = [];
  const counting: Postgres = {
    ...postgres,
    query(statement, ...values) {
      statements.push(statement.name);
      return postgres.query(statement, ...values);
    },
    executeSql(text, values) {
      statements.push(text);
      return postgres.executeSql(text, values);
    },
  };
  const jobs = await openTaskJobs(counting, false);
  onTestFinished(() => jobs.close());
  const lifecycle = await openPostgresLifecycle(counting, jobs, SILENT);
  const account = await openPostgresAccount(postgres, SILENT, toCredits(1_000));
  const tasks = createPostgresTaskStore(postgres);
  return { postgres, statements, jobs, lifecycle, account, tasks, queue: createStudioTaskQueue(lifecycle) };
}

function newTask(price: number): NewTask {
  return {
    ...{ id: newTaskId(), type: 'import_model', category: 'processing', createdAt: 0, price: toCredits(price) },
    ...{ input: {}, job: { sources: [], values: {} } },
  };
}

describe.skipIf(bin === null)('tasks of a studio', () => {
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  });
  afterAll(() => server.stop());

  test('are looked for by one statement while there are none, for all seats of a worker', async () => {
    const { statements, jobs, lifecycle, tasks, queue } = await open();
    const outputs = await createFolderOutputStore(makeTempFolder());
    const uploads = { openCopy: () => Promise.resolve(null) };
    statements.length = 0;
    const worker = startTaskWorker({
      ...{ tasks, jobs, lifecycle, uploads, outputs, queue: createChanceWork(createPrng('calm'), SEATS) },
      ...{ moderation: () => false, queueTimeoutMs: 600_000 },
    });
    onTestFinished(() => worker.close(false));
    for (let look = 1; look <= 5; look++) {
      await expect.poll(() => statements.length).toBeGreaterThanOrEqual(look);
      worker.wake();
    }
    expect(new Set(statements)).toEqual(new Set(['find-categories']));
    const ids = await Promise.all(Array.from({ length: 5 }, () => queue.create(newTask(1), 'key')));
    worker.wake();
    const ended = async () => (await tasks.findMany(ids)).filter(({ completedAt }) => completedAt !== null).length;
    await expect.poll(ended).toBe(ids.length);
  });

  test('that no worker begins in time fail with a refund, once, whoever looks', async () => {
    const { postgres, jobs, lifecycle, tasks, account, queue } = await open();
    const [late, begun] = [await queue.create(newTask(30), 'key'), await queue.create(newTask(20), 'key')];
    const first = await jobs.take('processing');
    if (!first) throw new Error('no job');
    // Taken, but not begun: its worker may be gone.
    expect(first.taskId).toBe(late);
    const second = await jobs.take('processing');
    if (!second) throw new Error('no job');
    await lifecycle.start(second);
    await lifecycle.endLate(3600);
    expect((await tasks.find(late))?.status).toBe('queued');
    await postgres.executeSql("UPDATE tasks SET created_at = created_at - interval '2 hours'");
    const recent = await queue.create(newTask(10), 'key');
    await Promise.all([lifecycle.endLate(3600), lifecycle.endLate(3600)]);
    expect(await tasks.find(late)).toMatchObject({ status: 'failed', failure: { code: 2018 } });
    expect([(await tasks.find(begun))?.status, (await tasks.find(recent))?.status]).toEqual(['running', 'queued']);
    expect(await account.balance()).toEqual({ balance: 970, frozen: 30 });
    expect(await lifecycle.start(first)).toBeNull();
    expect([await jobs.touch([first]), await jobs.touch([second])]).toEqual([[first], []]);
  });
});
