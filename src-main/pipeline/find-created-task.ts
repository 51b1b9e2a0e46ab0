import { LIMITS } from '../../src-shared/api/limits.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { Intent, IntentStore } from './intent.ts';

/** How far before the sending we look, because clocks differ. */
const CLOCK_SLACK_MS = 120_000;
/** Rows two pages share, because offsets shift while rows are added. */
const PAGE_OVERLAP = 20;
const MOST_PAGES = 50;

/**
 * Looks through usage and batch query for tasks that carry the intent's `client_ref`, earliest first. Empty: none was
 * found in a complete scan back to the moment of sending. Spends nothing.
 */
export async function findCreatedTasks(client: ServiceClient, intent: Intent, intents: IntentStore): Promise<string[]> {
  const since = (intent.sentAt ?? 0) - CLOCK_SLACK_MS;
  const found: { taskId: string; createdAt: string }[] = [];
  const seen = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page++) {
    const rows = await client.getUsage(page * (LIMITS.usagePageRows - PAGE_OVERLAP));
    const fresh = rows.filter(
      (row) => row.type === intent.operation && !seen.has(row.task_id) && !intents.knowsTask(row.task_id),
    );
    for (const row of rows) seen.add(row.task_id);
    for (let at = 0; at < fresh.length; at += LIMITS.batchQueryIds) {
      const { tasks } = await client.listTasks(fresh.slice(at, at + LIMITS.batchQueryIds).map((row) => row.task_id));
      for (const task of tasks.values()) {
        if (task.input['client_ref'] === intent.id)
          found.push({ taskId: task.task_id, createdAt: task.created_at ?? '' });
      }
    }
    const oldest = rows.at(-1);
    if (!oldest || rows.length < LIMITS.usagePageRows || Date.parse(oldest.created_at) < since) break;
  }
  return found.sort((a, b) => a.createdAt.localeCompare(b.createdAt)).map(({ taskId }) => taskId);
}
