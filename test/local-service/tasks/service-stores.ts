import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Credits } from '../../../src-shared/api/pricing/credits.ts';
import { toAsynchronous } from '../../../src-main/base/synchronous.ts';
import type { CreditAccount } from '../../../src-main/local-service/account/credit-account.ts';
import { openPostgresAccount } from '../../../src-main/local-service/account/postgres-account.ts';
import { openSqliteAccount } from '../../../src-main/local-service/account/sqlite-account.ts';
import { createSqliteLedger } from '../../../src-main/local-service/account/sqlite-ledger.ts';
import { openDatabase } from '../../../src-main/local-service/storage/database.ts';
import { migratePostgres } from '../../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { openPostgres } from '../../../src-main/local-service/storage/postgres/postgres.ts';
import type { Concurrency } from '../../../src-main/local-service/tasks/admit-tasks.ts';
import { toKeyTask } from '../../../src-main/local-service/tasks/studio/key-task.ts';
import { openPostgresLifecycle } from '../../../src-main/local-service/tasks/studio/postgres-lifecycle.ts';
import { createPostgresTaskStore } from '../../../src-main/local-service/tasks/studio/postgres-task-store.ts';
import { prepareTaskJobs } from '../../../src-main/local-service/tasks/studio/prepare-task-jobs.ts';
import { createSqliteTaskTable } from '../../../src-main/local-service/tasks/embedded/sqlite-task-table.ts';
import { NO_TASK_EVENTS } from '../../../src-main/local-service/tasks/embedded/task-events.ts';
import { openTaskJobs, type JobClaim } from '../../../src-main/local-service/tasks/studio/task-jobs.ts';
import { createTaskLifecycle } from '../../../src-main/local-service/tasks/embedded/task-lifecycle.ts';
import type { NewTask, TaskFailure, TaskResult } from '../../../src-main/local-service/tasks/task-record.ts';
import type { TaskStore } from '../../../src-main/local-service/tasks/task-store.ts';
import type { PostgresServer } from '../../helpers/service/postgres-server.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** The stores of a service, whichever database they are in. */
export interface ServiceStores {
  readonly tasks: TaskStore;
  readonly account: CreditAccount;
  /** The account after a restart with other credits. */
  reopenAccount(credits: Credits): Promise<CreditAccount>;
  /** Creates tasks together: null for each created one, its error for each other. */
  create(group: readonly NewTask[]): Promise<readonly (Error | null)[]>;
  /** Starts the next waiting task of a category. */
  start(task: NewTask): Promise<void>;
  succeed(task: NewTask, result: TaskResult): Promise<void>;
  fail(task: NewTask, failure: TaskFailure): Promise<void>;
  cancel(id: string): Promise<boolean>;
}

/** Limits of stores. */
export interface StoreOptions {
  readonly credits: Credits;
  readonly concurrency: Concurrency;
}

/** Opens what the local service has in one file. */
export function openSqliteParts({ credits, concurrency }: StoreOptions) {
  const db = openDatabase(path.join(makeTempFolder(), 'service.db'));
  onTestFinished(() => db.close());
  const table = createSqliteTaskTable(db);
  const ledger = createSqliteLedger(db, Date.now);
  const lifecycle = createTaskLifecycle(db, table, ledger, Date.now, { concurrency });
  const openAccount = (configured: Credits): CreditAccount =>
    toAsynchronous<CreditAccount>(
      openSqliteAccount({ db, ledger, events: NO_TASK_EVENTS, credits: configured, now: Date.now }),
    );
  return {
    ...{ table, lifecycle, openAccount },
    tasks: toAsynchronous<TaskStore>(table),
    account: openAccount(credits),
  };
}

/** Stores in one file. */
export function openEmbeddedStores(options: StoreOptions): Promise<ServiceStores> {
  const { lifecycle, tasks, account, openAccount } = openSqliteParts(options);
  return Promise.resolve({
    ...{ tasks, account },
    reopenAccount: async (credits) => openAccount(credits),
    create: async (group) => lifecycle.createAll(group),
    start: async ({ id }) => lifecycle.start(id),
    succeed: async ({ id }, result) => lifecycle.succeed(id, result),
    fail: async ({ id }, failure) => lifecycle.fail(id, failure),
    cancel: async (id) => lifecycle.cancel(id),
  });
}

const SILENT = { balanceChanged: () => Promise.resolve() };
let databases = 0;

/** Opens what a studio has in a new database of a PostgreSQL server. */
export async function openPostgresParts(server: PostgresServer, { credits, concurrency }: StoreOptions) {
  const url = server.createDatabase(`contract${databases++}`);
  const postgres = openPostgres({ url, connections: 8 });
  onTestFinished(() => postgres.close());
  await migratePostgres(postgres);
  await prepareTaskJobs(postgres);
  const jobs = await openTaskJobs(postgres, false);
  onTestFinished(() => jobs.close());
  const lifecycle = await openPostgresLifecycle(postgres, jobs, SILENT, concurrency);
  const openAccount = (configured: Credits) => openPostgresAccount(postgres, SILENT, configured);
  const account = await openAccount(credits);
  return { url, jobs, lifecycle, account, openAccount, tasks: createPostgresTaskStore(postgres) };
}

/** Stores in a new database of a PostgreSQL server. */
export async function openStudioStores(server: PostgresServer, options: StoreOptions): Promise<ServiceStores> {
  const { jobs, lifecycle, account, openAccount, tasks } = await openPostgresParts(server, options);
  const claims = new Map<string, JobClaim>();
  const claimOf = (id: string): JobClaim => {
    const claim = claims.get(id);
    if (!claim) throw new Error(`Task ${id} was not started`);
    return claim;
  };
  const must = (isDone: boolean): void => {
    if (!isDone) throw new Error('The claim is lost');
  };
  return {
    ...{ tasks, account, reopenAccount: openAccount },
    async create(group) {
      const tasks = group.map((task) => toKeyTask(task, 'key', null));
      return (await lifecycle.createAll(tasks)).map((creation) => (typeof creation === 'string' ? null : creation));
    },
    async start({ category }) {
      const claim = await jobs.take(category);
      if (!claim) throw new Error(`No ${category} task is waiting`);
      claims.set(claim.taskId, claim);
      must((await lifecycle.start(claim)) !== null);
    },
    succeed: async ({ id }, result) => must(await lifecycle.succeed(claimOf(id), result)),
    fail: async ({ id }, failure) => must(await lifecycle.fail(claimOf(id), failure)),
    cancel: (id) => lifecycle.cancel(id),
  };
}
