import type { UsageRow } from '../../src-shared/api/protocol/endpoints.ts';
import { createHistoryOrder } from '../../src-shared/api/protocol/history-order.ts';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import type { TaskResponse } from '../service-client/task-response.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { IntentStore } from './intent.ts';

/** Margin before the start time, in ms, because clocks differ. */
const CLOCK_SLACK_MS = 120_000;
/** Number of rows that two pages overlap, because offsets shift while rows are added. */
const PAGE_OVERLAP = 20;
const MAX_PAGES = 200;

/** Result of a scan of the usage history. */
export interface TaskScan {
  /** Tasks without an intent, earliest first. */
  readonly tasks: TaskResponse[];
  /**
   * True if the history was read back to the start, including every task and what it was created with; only then does an
   * empty scan prove anything.
   */
  readonly isComplete: boolean;
}

/**
 * Searches usage and batch query for tasks that no intent has, back to a time on the service's clock
 * (epoch ms). Free of charge.
 */
export async function findUnknownTasks(
  client: ServiceClient,
  intents: Pick<IntentStore, 'knowsTask'>,
  since: number,
): Promise<TaskScan> {
  const tasks = new Map<string, TaskResponse>();
  const seen = new Set<string>();
  const order = createHistoryOrder();
  const start = since - CLOCK_SLACK_MS;
  let isComplete = false;
  let isAllRead = true;
  for (let page = 0; page < MAX_PAGES && !isComplete; page++) {
    const rows = await client.getUsage(page * (LIMITS.usagePageRows - PAGE_OVERLAP));
    const further = rows.filter(({ task_id: id }) => !seen.has(id));
    for (const { task_id: id } of further) seen.add(id);
    order.add(further.map((row) => row.created_at));
    const fresh = further.filter(({ task_id: id }) => !intents.knowsTask(id));
    for (let at = 0; at < fresh.length; at += LIMITS.batchQueryIds) {
      const asked = fresh.slice(at, at + LIMITS.batchQueryIds).map((row) => row.task_id);
      const answer = await client.listTasks(asked);
      for (const [id, task] of answer.tasks) tasks.set(id, task);
    }
    // A row may be a match if its task cannot be queried now, or without what it was created with.
    isAllRead &&= fresh.every((row) => isOlder(row, start) || hasInput(tasks.get(row.task_id)));
    isComplete = rows.length < LIMITS.usagePageRows || order.isPast(start);
  }
  return {
    tasks: [...tasks.values()].sort((a, b) => compare(a.created_at ?? '', b.created_at ?? '')),
    isComplete: isComplete && isAllRead,
  };
}

function isOlder(row: UsageRow, time: number): boolean {
  return Date.parse(row.created_at) < time;
}

function hasInput(task: TaskResponse | undefined): boolean {
  return task !== undefined && Object.keys(task.input).length > 0;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
