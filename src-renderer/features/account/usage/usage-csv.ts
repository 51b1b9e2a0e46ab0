import type { UsageView } from '../../../../src-shared/ipc/views/account-view.ts';
import { toCsv } from '../../../ui/to-csv.ts';

const COLUMNS = ['time', 'job', 'recipe', 'operation', 'status', 'credits', 'held', 'task'] as const;

/** Formats rows of a service's history as CSV, with times in UTC. */
export function toUsageCsv(rows: readonly UsageView[]): string {
  const lines = rows.map((row) => [
    row.at === null ? '' : new Date(row.at).toISOString(),
    row.name ?? '',
    row.recipe ?? '',
    row.operation,
    row.status,
    row.credits ?? '',
    row.held ?? '',
    row.taskId,
  ]);
  return toCsv([COLUMNS, ...lines]);
}
