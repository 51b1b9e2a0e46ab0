import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import type { UsageRow } from '../../src-shared/api/protocol/endpoints.ts';
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
  /** True if the history was read back to the start, including every task; only then does an empty scan prove anything. */
  readonly isComplete: boolean;
}

/**
 * Searches usage and batch query for tasks that no intent has, back to a time on the service's clock
 * (epoch ms). `operation` limits it to one type. Free of charge.
 */
export async function findUnknownTasks(
  client: ServiceClient,
  intents: Pick<IntentStore, 'knowsTask'>,
  since: number,
  operation: string | null = null,
): Promise<TaskScan> {
  const tasks = new Map<string, TaskResponse>();
  const seen = new Set<string>();
  let isComplete = false;
  let isAllRead = true;
  const isOld = (row: UsageRow): boolean => Date.parse(row.created_at) < since - CLOCK_SLACK_MS;
  for (let page = 0; page < MAX_PAGES && !isComplete; page++) {
    const rows = await client.getUsage(page * (LIMITS.usagePageRows - PAGE_OVERLAP));
    const fresh = rows
      .filter((row) => operation === null || row.type === operation)
      .map((row) => row.task_id)
      .filter((id) => !seen.has(id) && !intents.knowsTask(id));
    for (const row of rows) seen.add(row.task_id);
    for (let at = 0; at < fresh.length; at += LIMITS.batchQueryIds) {
      const answer = await client.listTasks(fresh.slice(at, at + LIMITS.batchQueryIds));
      for (const [id, task] of answer.tasks) tasks.set(id, task);
    }
    // A row whose task cannot be queried now may be a match.
    isAllRead &&= rows.every((row) => isOld(row) || tasks.has(row.task_id) || !fresh.includes(row.task_id));
    const oldest = rows.at(-1);
    isComplete = !oldest || rows.length < LIMITS.usagePageRows || isOld(oldest);
  }
  return {
    tasks: [...tasks.values()].sort((a, b) => compare(a.created_at ?? '', b.created_at ?? '')),
    isComplete: isComplete && isAllRead,
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
