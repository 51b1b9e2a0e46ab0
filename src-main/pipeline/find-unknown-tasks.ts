import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import type { UsageRow } from '../../src-shared/api/protocol/endpoints.ts';
import type { TaskResponse } from '../service-client/parse-task-response.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { IntentStore } from './intent.ts';

/** How far before a moment we look, because clocks differ. */
const CLOCK_SLACK_MS = 120_000;
/** Rows two pages share, because offsets shift while rows are added. */
const PAGE_OVERLAP = 20;
const MAX_PAGES = 200;

/** What a scan of the usage history brought. */
export interface TaskScan {
  /** Tasks no intent knows, earliest first. */
  readonly tasks: TaskResponse[];
  /** Whether the history was read all the way back, each task in it too; only then does an empty scan prove anything. */
  readonly isComplete: boolean;
}

/**
 * Looks through usage and batch query for tasks that no intent of ours knows, back to a moment of the service's clock
 * (epoch ms). `operation` limits it to one type. Spends nothing.
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
    // A row whose task cannot be looked at now may be the one.
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
