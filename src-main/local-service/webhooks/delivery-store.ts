import type { EventType } from '../../../src-shared/api/protocol/webhook-event.ts';

/** A new event: about a task, or with its own data. */
export interface NewEvent {
  /** The task id, or another unique word, and the type (spec 6.2). */
  readonly id: string;
  readonly type: EventType;
  readonly subject: { readonly taskId: string } | { readonly data: object };
  /** Epoch ms. */
  readonly createdAt: number;
}

/** The delivery of one event to one endpoint. */
export interface Delivery {
  /** The header `Service-Webhook-Delivery` (6.3), the same over all retries. */
  readonly id: string;
  readonly event: NewEvent;
  readonly webhook: { readonly id: string; readonly url: string; readonly secret: string };
  /** Attempts made so far. */
  readonly attempts: number;
}

/** Result of an attempt for the console, such as `200` or `timeout`. */
interface AttemptOutcome {
  readonly delivered: boolean;
  readonly outcome: string;
  /** Time of the next attempt, epoch ms; null: none. */
  readonly retryAt: number | null;
}

/** A row of the console's list of deliveries; times are epoch ms. */
export interface DeliverySummary {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly type: string;
  readonly createdAt: number;
  readonly attempts: number;
  readonly dueAt: number | null;
  readonly deliveredAt: number | null;
  readonly outcome: string | null;
}

/** Deliveries of events; every call is durable on its own. */
export interface DeliveryStore {
  /** Deliveries due at a time (epoch ms): a maximum number for each endpoint, the longest due first. */
  due(at: number, perEndpoint: number): Promise<Delivery[]>;
  /**
   * When to look for due deliveries again after a look at that time, epoch ms; null: none is waiting but those of endpoints
   * that have enough under way.
   */
  nextLook(at: number, perEndpoint: number): Promise<number | null>;
  record(deliveryId: string, outcome: AttemptOutcome): Promise<void>;
  /** The newest deliveries first. */
  latest(limit: number): Promise<DeliverySummary[]>;
  /** Deletes finished events older than `before`. */
  sweep(before: number): Promise<void>;
}
