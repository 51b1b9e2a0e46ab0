import type { DatabaseSync } from 'node:sqlite';
import type { Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { Ledger } from '../account/ledger.ts';
import type { TaskEvents } from '../tasks/task-events.ts';
import type { TaskRecord } from '../tasks/task-record.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import { createDeliverySender } from './delivery-sender.ts';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts';
import type { EventSources } from './event-body.ts';
import { createEventWriter } from './event-writer.ts';
import { createWebhookStore, type WebhookStore } from './webhook-store.ts';

/** The service's webhooks (spec part 6). */
export interface Webhooks {
  readonly endpoints: WebhookStore;
  readonly deliveries: DeliveryStore;
  /** Called on every change. */
  readonly events: TaskEvents;
  /** Secrets of the configuration's endpoints by URL. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Starts delivering, including deliveries of earlier runs. */
  start(presentOutput: EventSources['presentOutput']): void;
  /** Deletes completed events that are too old for the console's list. */
  sweep(): void;
  /** Stops delivering; pending deliveries resume at the next start. */
  close(): Promise<void>;
}

/** Options of the webhooks. */
export interface WebhookOptions {
  readonly db: DatabaseSync;
  readonly tasks: TaskStore;
  readonly ledger: Ledger;
  /** Endpoints of the configuration, which rejects invalid ones. */
  readonly urls: readonly string[];
  /** Balance below which `balance.low` is sent; absent: never. */
  readonly balanceAlert: Credits | undefined;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Finished events are kept this long for the list in the console. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** Webhooks over the service's database. */
export function createWebhooks({ db, tasks, ledger, urls, balanceAlert, now }: WebhookOptions): Webhooks {
  const endpoints = createWebhookStore(db, now);
  const deliveries = createDeliveryStore(db, now);
  const secrets = endpoints.configure(urls);

  let presentOutput: (task: TaskRecord) => Record<string, unknown> | undefined = () => undefined;
  const sources = {
    findTask: (id: string) => tasks.find(id),
    presentOutput: (task: TaskRecord) => presentOutput(task),
  };
  const deliverer = createDeliverySender({ deliveries, sources, now });
  let isStarted = false;
  const wake = () => {
    if (isStarted) deliverer.wake();
  };
  const account = { threshold: balanceAlert, balance: ledger.balance().balance };
  return {
    endpoints,
    deliveries,
    events: createEventWriter(db, deliveries, now, account, wake),
    secrets,
    start(present) {
      presentOutput = present;
      isStarted = true;
      wake();
    },
    sweep: () => deliveries.sweep(now() - KEEP_MS),
    close: () => deliverer.close(),
  };
}
