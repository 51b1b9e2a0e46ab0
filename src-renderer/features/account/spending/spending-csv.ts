import type { SpendingRow } from '../../../../src-shared/ipc/views/money-view.ts';
import { toCsv } from '../../../ui/to-csv.ts';

const COLUMNS = [
  'time',
  'job',
  'recipe',
  'step',
  'operation',
  'service',
  'state',
  'estimate',
  'charged',
  'back',
  'task',
] as const;

/** Formats orders as CSV, with times in UTC. */
export function toSpendingCsv(rows: readonly SpendingRow[]): string {
  const lines = rows.map((row) => [
    new Date(row.at).toISOString(),
    row.name,
    row.recipe,
    String(row.step + 1),
    row.operation,
    row.serviceKind,
    row.state,
    row.estimate ?? '',
    row.charged ?? '',
    row.back ?? '',
    row.taskId ?? '',
  ]);
  return toCsv([COLUMNS, ...lines]);
}
