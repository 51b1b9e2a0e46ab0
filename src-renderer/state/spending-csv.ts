import type { SpendingRow } from '../../src-shared/ipc/money-view.ts';

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

/** What makes a table program read a cell as a formula, wide forms and the white space it skips before them included. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Orders as CSV (RFC 4180: CRLF, quotes doubled), times in UTC; no cell of it is read as a formula. */
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
  return [COLUMNS, ...lines].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: string): string {
  // A name such as “=1+1.png” is text: the apostrophe says so to every table program.
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
