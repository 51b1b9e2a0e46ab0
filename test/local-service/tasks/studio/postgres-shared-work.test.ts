import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { toCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { openPostgresAccount } from '../../../../src-main/local-service/account/postgres-account.ts';
import { migratePostgres } from '../../../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { openPostgres, type Postgres } from '../../../../src-main/local-service/storage/postgres/postgres.ts';
import { newTaskId } from '../../../../src-main/local-service/tasks/new-task-id.ts';
import { openPostgresLifecycle } from '../../../../src-main/local-service/tasks/studio/postgres-lifecycle.ts';
import { createPostgresSharedWork } from '../../../../src-main/local-service/tasks/studio/postgres-shared-work.ts';
import { prepareTaskJobs } from '../../../../src-main/local-service/tasks/studio/prepare-task-jobs.ts';
import { createStudioTaskQueue } from '../../../../src-main/local-service/tasks/studio/studio-task-queue.ts';
import { openTaskJobs, type JobClaim } from '../../../../src-main/local-service/tasks/studio/task-jobs.ts';
import { ClaimLost } from '../../../../src-main/local-service/tasks/studio/task-runs.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../../helpers/service/postgres-server.ts';

const SILENT = { balanceChanged: () => Promise.resolve() };

const bin = findPostgres();
let server: PostgresServer;
let databases = 0;

function connect(url: string): Postgres {
  const postgres = openPostgres({ url, connections: 4 });
  onTestFinished(() => postgres.close());
  return postgres;
}

/** A studio with one task. */
async function open() {
  const url = server.createDatabase(`shared${databases++}`);
  const postgres = connect(url);
  await migratePostgres(postgres);
  await prepareTaskJobs(postgres);
  const jobs = await openTaskJobs(postgres, false);
  onTestFinished(() => jobs.close());
  const lifecycle = await openPostgresLifecycle(postgres, jobs, SILENT);
  await openPostgresAccount(postgres, SILENT, toCredits(1_000));
  await createStudioTaskQueue(lifecycle).create(
    {
      ...{ id: newTaskId(), type: 'import_model', category: 'processing', createdAt: 0, price: toCredits(1) },
      ...{ input: {}, job: { sources: [], values: {} } },
    },
    'key',
  );
  const shareWork = createPostgresSharedWork(postgres);
  const share = (claim: JobClaim, isStopped = false) => shareWork(claim, () => isStopped);
  async function start(): Promise<JobClaim> {
    const claim = await jobs.take('processing');
    if (!claim) throw new Error('no job');
    await lifecycle.start(claim);
    return claim;
  }
  return { url, postgres, jobs, lifecycle, share, start };
}

/** Ends the connections that have an advisory lock. */
async function endLocks(postgres: Postgres): Promise<void> {
  const text = `SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory'`;
  await postgres.query({ name: 'cut', text });
}

describe.skipIf(bin === null)('what workers share about a task', () => {
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  }, 120_000);
  afterAll(() => server.stop());

  test('a handle is there for the next attempt, which alone may change it', async () => {
    const { jobs, share, start } = await open();
    const claim = await start();
    const first = share(claim);
    expect(await first.readHandle()).toBeUndefined();
    await first.keepHandle({ order: '\0 \ud800' });
    await jobs.retry(claim);
    const second = share(await start());
    expect(await second.readHandle()).toEqual({ order: '\0 \ud800' });
    await expect(first.keepHandle({ order: 'late' })).rejects.toThrow(ClaimLost);
    await second.keepHandle({ taskId: 'b' });
    expect(await second.readHandle()).toEqual({ taskId: 'b' });
  });

  test('an attempt that is stopped still writes what became of its order', async () => {
    const { share, start } = await open();
    const claim = await start();
    await share(claim, true).keepHandle({ taskId: 'a' });
    expect(await share(claim).readHandle()).toEqual({ taskId: 'a' });
  });

  test('a handle ends with its task, and is null where it is damaged', async () => {
    const { postgres, lifecycle, share, start } = await open();
    const claim = await start();
    const shared = share(claim);
    await shared.keepHandle({ taskId: 'a' });
    await postgres.query({ name: 'damage', text: `UPDATE tasks SET handle = left(handle, 4)` });
    expect(await shared.readHandle()).toBeNull();
    expect(await lifecycle.succeed(claim, { files: {}, notes: [] })).toBe(true);
    expect(await shared.readHandle()).toBeUndefined();
    await expect(shared.keepHandle({ taskId: 'b' })).rejects.toThrow(ClaimLost);
  });

  test('work of one name waits for that of another process; that of another name does not', async () => {
    const { url, share, start } = await open();
    const claim = await start();
    const one = share(claim);
    const two = createPostgresSharedWork(connect(url))(claim, () => false);
    const { signal } = new AbortController();
    const held = Promise.withResolvers<string>();
    const events: string[] = [];
    const note = (event: string) => () => Promise.resolve(void events.push(event));
    const isHeld = Promise.withResolvers<void>();
    const first = one.alone('a', signal, () => {
      isHeld.resolve();
      return held.promise;
    });
    await isHeld.promise;
    const second = two.alone('a', signal, note('second'));
    await two.alone('b', signal, note('other'));
    expect(events).toEqual(['other']);
    const control = new AbortController();
    control.abort(new Error('stopped'));
    await expect(two.alone('a', control.signal, note('stopped'))).rejects.toThrow();
    held.resolve('done');
    expect(await first).toBe('done');
    await second;
    expect(events).toEqual(['other', 'second']);
    // Work that fails leaves the name, too.
    await expect(one.alone('a', signal, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await two.alone('a', signal, note('third'));
    expect(events).toEqual(['other', 'second', 'third']);
  });

  test('an outage of the database before the work begins passes, and work that fails is not repeated', async () => {
    const { postgres, start } = await open();
    let outages = 2;
    const flaky: Postgres = {
      ...postgres,
      transaction: (work) => (outages-- > 0 ? Promise.reject(new Error('out of reach')) : postgres.transaction(work)),
    };
    const shared = createPostgresSharedWork(flaky)(await start(), () => false);
    let runs = 0;
    const refuse = () => Promise.reject(new Error(`refused ${++runs}`));
    await expect(shared.alone('a', new AbortController().signal, refuse)).rejects.toThrow('refused 1');
    expect(outages).toBe(-1);
  });

  test('work that is done counts, also if its connection was lost meanwhile', async () => {
    const { postgres, share, start } = await open();
    const shared = share(await start());
    const made = await shared.alone('a', new AbortController().signal, async () => {
      await endLocks(postgres);
      return 'task';
    });
    expect(made).toBe('task');
  });

  test('work whose lock ended does not pass its confirmation, and runs again', async () => {
    const { postgres, share, start } = await open();
    const shared = share(await start());
    const events: string[] = [];
    await shared.alone('a', new AbortController().signal, async (confirm) => {
      await confirm();
      events.push('admitted');
      if (events.length === 1) await endLocks(postgres);
      await confirm();
      events.push('created');
    });
    expect(events).toEqual(['admitted', 'admitted', 'created']);
  });
});
