import type { TaskRecord } from '../tasks/task-record.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import { createDeliverySender } from './delivery-sender.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { EventSources } from './event-body.ts';
import type { WebhookStore } from './webhook-store.ts';

/** The service's webhooks (spec part 6). */
export interface Webhooks {
  readonly endpoints: WebhookStore;
  readonly deliveries: DeliveryStore;
  /** Starts delivering, including deliveries of earlier runs. */
  start(presentOutput: EventSources['presentOutput']): void;
  /** Sends due deliveries, once it has started; call it whenever an event was written. */
  wake(): void;
  /** Deletes completed events that are too old for the console's list. */
  sweep(): Promise<void>;
  /** Stops delivering; pending deliveries resume at the next start. */
  close(): Promise<void>;
}

/** Options of the webhooks. */
export interface WebhookOptions {
  readonly endpoints: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly tasks: Pick<TaskStore, 'find'>;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Finished events are kept this long for the list in the console. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** Webhooks over stored endpoints and deliveries. */
export function createWebhooks({ endpoints, deliveries, tasks, now }: WebhookOptions): Webhooks {
  let presentOutput: EventSources['presentOutput'] = () => undefined;
  const sources = {
    findTask: (id: string) => tasks.find(id),
    presentOutput: (task: TaskRecord) => presentOutput(task),
  };
  const deliverer = createDeliverySender({ deliveries, sources, now });
  let isStarted = false;
  const wake = () => {
    if (isStarted) deliverer.wake();
  };
  return {
    endpoints,
    deliveries,
    start(present) {
      presentOutput = present;
      isStarted = true;
      wake();
    },
    wake,
    sweep: () => deliveries.sweep(now() - KEEP_MS),
    close: () => deliverer.close(),
  };
}
