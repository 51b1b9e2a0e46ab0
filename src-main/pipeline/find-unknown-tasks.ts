import type { UsageRow } from '../../src-shared/api/protocol/endpoints.ts';
import { createHistoryOrder } from '../../src-shared/api/protocol/history-order.ts';
import { isTaskOfRequest, type SentRequest } from '../../src-shared/api/protocol/is-task-of-request.ts';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { isIssuedTaskId } from '../../src-shared/api/protocol/task.ts';
import type { TaskResponse } from '../service-client/task-response.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { IntentStore } from './intent.ts';

/** Margin before the start time, in ms, because clocks differ. */
const CLOCK_SLACK_MS = 120_000;
/** Number of rows that two pages overlap, because offsets shift while rows are added. */
const PAGE_OVERLAP = 20;
const MAX_PAGES = 200;
/** Maximum number of rows that one scan reads: pages can be larger than the interface allows. */
const MAX_ROWS = 40_000;
/** Maximum number of tasks that are kept for one order: one, and more only after a fault of the service. */
export const MAX_TASKS_PER_ORDER = 4;
/** Maximum number of other tasks that are kept; those with a nonce of this queue have as much room again. */
const MAX_OTHERS = 200;
/** Longer texts of a task are dropped. */
const MAX_TEXT = 128;

/** What is kept of a task: a service decides how large its tasks are. */
export interface UnknownTask extends Pick<
  TaskResponse,
  'task_id' | 'type' | 'status' | 'strangeStatus' | 'credits_consumed' | 'created_at'
> {
  /** Its `client_ref`; null: the service does not echo it. */
  readonly nonce: string | null;
}

/** Result of a scan of the usage history. */
export interface TaskScan {
  /** The tasks of an order, earliest first, at most `MAX_TASKS_PER_ORDER`. */
  tasksOf(orderId: string): readonly UnknownTask[];
  /** Tasks without an intent that were created for none of the orders, earliest first. */
  readonly others: readonly UnknownTask[];
  /** Number of other tasks that are not kept because there are too many. */
  readonly left: number;
  /**
   * True if the history was read back to the start, including every task and what it was created with; only then does an
   * empty scan prove anything.
   */
  readonly isComplete: boolean;
}

/**
 * Searches usage and batch query for tasks that no intent has, back to a time on the service's clock
 * (epoch ms), and for those of orders without a response. Free of charge. Work and memory are bounded, whatever the
 * service answers.
 */
export async function findUnknownTasks(
  client: ServiceClient,
  intents: Pick<IntentStore, 'knowsTask' | 'isTaken' | 'find'>,
  since: number,
  listOrders: () => readonly SentRequest[],
): Promise<TaskScan> {
  const found = createTaskSelection(intents);
  const seen = new Set<string>();
  const order = createHistoryOrder();
  const start = since - CLOCK_SLACK_MS;
  let isComplete = false;
  let isAllRead = true;
  for (let page = 0; page < MAX_PAGES && seen.size < MAX_ROWS && !isComplete; page++) {
    const rows = await client.getUsage(page * (LIMITS.usagePageRows - PAGE_OVERLAP));
    const further = rows.filter(({ task_id: id }) => !seen.has(id));
    order.add(further.map((row) => row.created_at));
    // A task with an invalid id cannot be queried.
    const listed = further.filter(({ task_id: id }) => isIssuedTaskId(id));
    isAllRead &&= further.every((row) => isOlder(row, start) || isIssuedTaskId(row.task_id));
    for (const { task_id: id } of listed) seen.add(id);
    const fresh = listed.filter(({ task_id: id }) => !intents.knowsTask(id));
    for (let at = 0; at < fresh.length; at += LIMITS.batchQueryIds) {
      const asked = fresh.slice(at, at + LIMITS.batchQueryIds);
      const { tasks } = await client.listTasks(asked.map((row) => row.task_id));
      const orders = listOrders();
      for (const task of tasks.values()) found.add(task, orders);
      // A row may be a match if its task cannot be queried now, or without what it was created with.
      isAllRead &&= asked.every((row) => isOlder(row, start) || hasInput(tasks.get(row.task_id)));
    }
    isComplete = rows.length < LIMITS.usagePageRows || order.isPast(start);
  }
  return { ...found.result(), isComplete: isComplete && isAllRead };
}

/** Collects the tasks of orders, and a bounded number of others. */
function createTaskSelection(intents: Pick<IntentStore, 'isTaken' | 'find'>) {
  const byOrder = new Map<string, UnknownTask[]>();
  const others = new Map<string, UnknownTask>();
  const left = new Set<string>();
  return {
    add: (response: TaskResponse, orders: readonly SentRequest[]): void => {
      const task = toUnknownTask(response);
      const matches = orders.filter((order) => isTaskOfRequest(response, order));
      // An earlier order of the same request may have had a task like it.
      const isFree = matches.length > 0 && !intents.isTaken(task.task_id);
      for (const { id } of isFree ? matches : []) {
        const own = (byOrder.get(id) ?? []).filter((each) => each.task_id !== task.task_id);
        byOrder.set(id, [...own, task].sort(byTime).slice(0, MAX_TASKS_PER_ORDER));
      }
      if (matches.length > 0) return;
      const isOwn = task.nonce !== null && intents.find(task.nonce) !== null;
      if (others.size < (isOwn ? 2 * MAX_OTHERS : MAX_OTHERS)) others.set(task.task_id, task);
      else left.add(task.task_id);
    },
    result: () => ({
      tasksOf: (orderId: string): readonly UnknownTask[] => byOrder.get(orderId) ?? [],
      others: [...others.values()].sort(byTime),
      left: left.size,
    }),
  };
}

function toUnknownTask({ input, ...task }: TaskResponse): UnknownTask {
  const { task_id: id, status, credits_consumed: charge } = task;
  const nonce = input['client_ref'];
  const createdAt = toShortText(task.created_at);
  return {
    task_id: id,
    type: toShortText(task.type) ?? '',
    status,
    strangeStatus: task.strangeStatus === null ? null : (toShortText(task.strangeStatus) ?? ''),
    credits_consumed: charge,
    ...(createdAt === null ? {} : { created_at: createdAt }),
    nonce: toShortText(nonce),
  };
}

/** A part of a long text would keep all of it in memory. */
function toShortText(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_TEXT ? value : null;
}

function isOlder(row: UsageRow, time: number): boolean {
  return Date.parse(row.created_at) < time;
}

function hasInput(task: TaskResponse | undefined): boolean {
  return task !== undefined && Object.keys(task.input).length > 0;
}

function byTime({ created_at: one = '' }: UnknownTask, { created_at: other = '' }: UnknownTask): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
