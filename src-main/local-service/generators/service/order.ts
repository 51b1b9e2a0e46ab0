import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AnyValues, Operation } from '../../../../src-shared/api/operation.ts';
import { OPERATIONS, type OperationName } from '../../../../src-shared/api/operations.ts';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import { isTaskOfRequest } from '../../../../src-shared/api/protocol/is-task-of-request.ts';
import { ServerAway, ServerRefusal } from '../http/server-errors.ts';
import type { createServiceApi } from './service-api.ts';

/** One decision to create one task at another service. It is on disk before its first byte is sent. */
export const order = z.object({
  /** Sent as `client_ref`, which most services return with the task. */
  id: z.uuid(),
  operation: z.string().max(64),
  /** The exact bytes of the request. */
  body: z.string(),
  /** The price of its request is zero, as that of an import. */
  isFree: z.boolean(),
  /** Epoch ms. */
  sentAt: z.number(),
});

export type Order = z.output<typeof order>;

/** The history of tasks of the key at the other service. */
type History = Pick<ReturnType<typeof createServiceApi>, 'usage' | 'list'>;

/** Clocks can differ by a time zone. */
const CLOCK_SLACK_MS = 26 * 3_600_000;

/** Pages of the history that are read for one order. */
const MAX_PAGES = 50;

/** Creates an order with a reference of its own. */
export function createOrder(operation: OperationName, body: AnyValues, now: Date): Order {
  const id = randomUUID();
  const { price }: Operation = OPERATIONS[operation];
  const text = JSON.stringify({ ...body, client_ref: id });
  return { id, operation, body: text, isFree: price(body) === 0, sentAt: now.getTime() };
}

/** Id of the task that an order created, as far as the history shows; null: none. */
export async function findTaskOfOrder(sent: Order, history: History, signal: AbortSignal): Promise<string | null> {
  const since = sent.sentAt - CLOCK_SLACK_MS;
  for (let page = 0; page < MAX_PAGES; page++) {
    const rows = await history.usage(page * LIMITS.usagePageRows, signal);
    const ids = rows
      .filter((row) => row.type === sent.operation && !(Date.parse(row.created_at) < since))
      .map((row) => row.task_id);
    for (let at = 0; at < ids.length; at += LIMITS.batchQueryIds) {
      const tasks = await history.list(ids.slice(at, at + LIMITS.batchQueryIds), signal);
      const own = tasks.find((task) => isTaskOfRequest(task, sent));
      if (own) return own.task_id;
    }
    const oldest = rows.at(-1);
    if (!oldest || rows.length < LIMITS.usagePageRows || Date.parse(oldest.created_at) < since) return null;
  }
  return null;
}

/** True if a creation that ended with an error may have created its task: its response was lost, or is not readable. */
export function mayHaveCreated(error: unknown): boolean {
  if (error instanceof ServerAway) return !error.isRefused;
  return error instanceof ServerRefusal && (error.status < 400 || error.status >= 500);
}
