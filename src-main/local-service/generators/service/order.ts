import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AnyValues, Operation } from '../../../../src-shared/api/operation.ts';
import { OPERATIONS, type OperationName } from '../../../../src-shared/api/operations.ts';
import { REFUSAL_CODES } from '../../../../src-shared/api/protocol/error-codes.ts';
import { createHistoryOrder } from '../../../../src-shared/api/protocol/history-order.ts';
import { isTaskOfRequest } from '../../../../src-shared/api/protocol/is-task-of-request.ts';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import { ServerAway, ServerRefusal } from '../http/server-errors.ts';
import { readEnvelope, type createServiceApi } from './service-api.ts';

/** One decision to create one task at another service. It is on disk before the first byte of its request is sent. */
export const order = z.object({
  /** Sent as `client_ref`, which most services return with the task. */
  id: z.uuid(),
  operation: z.string().max(64),
  /** The request, for services that do not return `client_ref`; `{}` if it is too long to be kept. */
  body: z.string(),
  /** The price of the request is zero, as that of an import. */
  isFree: z.boolean(),
  /** Epoch ms. */
  sentAt: z.number(),
});

export type Order = z.output<typeof order>;

/** The history of tasks of the key at the other service. */
type History = Pick<ReturnType<typeof createServiceApi>, 'usage' | 'list'>;

/** Longest request that is kept, in characters: a handle may have 64 KiB. */
const MAX_KEPT = 16_384;

/** Clocks can differ by a time zone. */
const CLOCK_SLACK_MS = 26 * 3_600_000;

/** Pages of the history that are read for one order. */
const MAX_PAGES = 50;

/** An order with a reference of its own, and its request in JSON. */
export function createOrder(operation: OperationName, values: AnyValues, now: Date): readonly [Order, string] {
  const id = randomUUID();
  const { price }: Operation = OPERATIONS[operation];
  const request = JSON.stringify({ ...values, client_ref: id });
  const body = request.length <= MAX_KEPT ? request : '{}';
  return [{ id, operation, body, isFree: price(values) === 0, sentAt: now.getTime() }, request];
}

/** Id of the task that an order created, as far as the history shows; null: none. */
export async function findTaskOfOrder(sent: Order, history: History, signal: AbortSignal): Promise<string | null> {
  const since = sent.sentAt - CLOCK_SLACK_MS;
  const listed = createHistoryOrder();
  for (let page = 0; page < MAX_PAGES; page++) {
    const rows = await history.usage(page * LIMITS.usagePageRows, signal);
    listed.add(rows.map((row) => row.created_at));
    const ids = rows.filter((row) => !(Date.parse(row.created_at) < since)).map((row) => row.task_id);
    for (let at = 0; at < ids.length; at += LIMITS.batchQueryIds) {
      const tasks = await history.list(ids.slice(at, at + LIMITS.batchQueryIds), signal);
      const own = tasks.find((task) => isTaskOfRequest(task, sent));
      if (own) return own.task_id;
    }
    if (rows.length < LIMITS.usagePageRows || listed.isPast(since)) return null;
  }
  return null;
}

/**
 * True if a request that ended with an error may have created its task: unless nothing was sent, or the service itself
 * refused it for good. A gateway may respond with any status after the service created the task.
 */
export function mayHaveCreated(error: unknown): boolean {
  if (error instanceof ServerAway) return !error.isUnsent;
  if (!(error instanceof ServerRefusal)) return true;
  const isClientError = error.status >= 400 && error.status < 500;
  return !isClientError || !REFUSAL_CODES.has(readEnvelope(error.text)?.code ?? Number.NaN);
}
