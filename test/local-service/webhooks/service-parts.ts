import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { createSqliteLedger } from '../../../src-main/local-service/account/sqlite-ledger.ts';
import { openDatabase } from '../../../src-main/local-service/storage/database.ts';
import { createTaskLifecycle } from '../../../src-main/local-service/tasks/embedded/task-lifecycle.ts';
import { createSqliteTaskTable } from '../../../src-main/local-service/tasks/embedded/sqlite-task-table.ts';
import type { NewTask } from '../../../src-main/local-service/tasks/task-record.ts';
import { createDeliverySender, type DeliverySender } from '../../../src-main/local-service/webhooks/delivery-sender.ts';
import type { DeliveryStore } from '../../../src-main/local-service/webhooks/delivery-store.ts';
import { createEventWriter } from '../../../src-main/local-service/webhooks/event-writer.ts';
import {
  createSqliteDeliveryStore,
  type SqliteDeliveryStore,
} from '../../../src-main/local-service/webhooks/sqlite-delivery-store.ts';
import { createSqliteWebhookStore } from '../../../src-main/local-service/webhooks/sqlite-webhook-store.ts';
import { toAsynchronous } from '../../../src-main/base/synchronous.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const RESULT = { files: { model_url: 'model.glb' }, notes: [] };

/** What every task returns. */
export const OUTPUT = { model_url: 'http://127.0.0.1:1/outputs/a/model.glb?signature=x' };

/** A planted bug: what it puts around the store of the sender. */
export type DeliveryMutation = (store: SqliteDeliveryStore) => SqliteDeliveryStore;

/** No bug. */
const asItIs: DeliveryMutation = (store) => store;

/** A service's tasks, money and webhooks over one database, without HTTP and engine. */
export function openParts({ file = '', threshold = 0, gaps = [10, 10], timeoutMs = 5_000, mutation = asItIs } = {}) {
  const db: DatabaseSync = openDatabase(file === '' ? path.join(makeTempFolder(), 'service.db') : file);
  const tasks = createSqliteTaskTable(db);
  const ledger = createSqliteLedger(db, Date.now);
  const endpoints = createSqliteWebhookStore(db, Date.now);
  const deliveries = createSqliteDeliveryStore(db, Date.now);
  /** Tasks of the attempts that began, in order. */
  const attempted: string[] = [];
  const findTask = async (id: string) => {
    attempted.push(id);
    return tasks.find(id);
  };
  const deliverer: DeliverySender = createDeliverySender({
    deliveries: toAsynchronous<DeliveryStore>(mutation(deliveries)),
    sources: { findTask, presentOutput: () => OUTPUT },
    now: Date.now,
    retryGapsMs: gaps,
    timeoutMs,
  });
  const account = { threshold: threshold ? toCredits(threshold) : undefined, balance: ledger.balance().balance };
  const events = createEventWriter(db, deliveries, Date.now, account, () => deliverer.wake());
  const lifecycle = createTaskLifecycle(db, tasks, ledger, Date.now, { events });
  const close = async () => {
    await deliverer.close();
    if (db.isOpen) db.close();
  };
  onTestFinished(close);
  return { db, tasks, ledger, endpoints, deliveries, deliverer, attempted, events, lifecycle, close };
}

/** A task that costs this much. */
export function newTask(price = 0): NewTask {
  const job = { sources: [], values: {} };
  const id = randomUUID();
  return { id, type: 'import_model', category: 'processing', input: {}, job, price: toCredits(price), createdAt: 1 };
}

/** Takes a new task to its success. */
export function succeed({ lifecycle }: ReturnType<typeof openParts>): NewTask {
  const task = newTask();
  lifecycle.create(task);
  lifecycle.start(task.id);
  lifecycle.succeed(task.id, RESULT);
  return task;
}
