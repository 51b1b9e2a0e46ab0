import {
  formatCredits,
  ZERO_CREDITS,
  parseCredits,
  sumCredits,
  type Credits,
} from '../../../src-shared/api/pricing/credits.ts';
import type { SpendingRow } from '../../../src-shared/ipc/views/money-view.ts';
import { creditsName, usesTestCredits } from '../../../src-shared/jobs/test-credits.ts';
import type { QueueSpending } from '../../queue/spending/spending-control.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { alignColumns } from '../lib/output/text-columns.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { formatCsv } from '../lib/output/csv.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { UsageError } from '../lib/usage-error.ts';

/** Rows read at once. */
const PAGE = 500;

const COLUMNS = [
  'at',
  'job_id',
  'name',
  'recipe',
  'step',
  'operation',
  'task_id',
  'service',
  'estimate',
  'charged',
  'back',
  'state',
] as const;

const STATE_WORDS = { held: 'held', charged: 'charged', back: 'refunded', unknown: 'unconfirmed' } as const;

/** Options of `dropforge history`. */
export interface HistoryInput {
  readonly csv: boolean;
  readonly since: string | undefined;
}

/** Lists the orders of a home that cost credits, newest first; as text with totals, or as CSV. */
export async function showHistory(
  { csv, since }: HistoryInput,
  { home, json }: CommandContext,
): Promise<CommandResult> {
  if (csv && json) throw new UsageError('Use either --csv or --json.');
  const from = since === undefined ? undefined : readDay(since);
  return withHeadlessApp(home, ({ queue }) => {
    const { rows, totals } = readHistory(queue.spending, from);
    return { data: { rows, totals }, text: csv ? toCsv(rows) : toText(rows, totals), isExact: csv };
  });
}

/** The orders since a time, epoch ms, newest first, with their totals. */
export function readHistory(spending: Pick<QueueSpending, 'history'>, since: number | undefined) {
  const rows = readAll(spending, since);
  return { rows, totals: sumUp(rows) };
}

function readAll(money: Pick<QueueSpending, 'history'>, since: number | undefined): SpendingRow[] {
  const rows: SpendingRow[] = [];
  for (let before: number | null = null; ;) {
    const page = money.history(before, PAGE, since);
    rows.push(...page);
    if (page.length < PAGE) return rows;
    before = page.at(-1)?.at ?? null;
  }
}

/** Local midnight of a day; throws `UsageError` where there is no such day. */
function readDay(typed: string): number {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(typed) ?? []).map(Number);
  const at = new Date(year ?? NaN, (month ?? NaN) - 1, day);
  if (at.getFullYear() === year && at.getMonth() + 1 === month && at.getDate() === day) return at.getTime();
  throw new UsageError(`“${maskControlCharacters(typed)}” is not valid for --since. Use a date such as 2026-11-21.`);
}

/** Sums of charges, refunds and amounts that may still be charged, as decimals. */
function sumUp(rows: readonly SpendingRow[]) {
  const sum = (amounts: readonly (string | null)[]): string =>
    formatCredits(sumCredits(amounts.map((amount): Credits => parseCredits(amount ?? '0') ?? ZERO_CREDITS)));
  const open = rows.filter(({ state }) => state === 'held' || state === 'unknown');
  return {
    charged: sum(rows.map(({ charged }) => charged)),
    back: sum(rows.map(({ back }) => back)),
    open: sum(open.map(({ estimate }) => estimate)),
  };
}

function toCsv(rows: readonly SpendingRow[]): string {
  const cells = rows.map((row) => [
    ...[new Date(row.at).toISOString(), row.jobId, row.name, row.recipe, String(row.step + 1), row.operation],
    ...[row.taskId, row.serviceKind, row.estimate, row.charged, row.back, row.state].map((cell) => cell ?? ''),
  ]);
  return formatCsv([COLUMNS, ...cells]);
}

function toText(rows: readonly SpendingRow[], totals: ReturnType<typeof sumUp>): string {
  if (rows.length === 0) return 'No credits were spent.\n';
  // All rows belong to one kind of service.
  const name = creditsName(rows.some(({ serviceKind }) => usesTestCredits(serviceKind, false)));
  const lines = rows.map(({ at, state, charged, back, estimate, operation, recipe, name }) => {
    const amount = (state === 'back' ? back : state === 'charged' ? charged : estimate) ?? '?';
    return [
      toStamp(at),
      groupThousands(amount),
      STATE_WORDS[state],
      operation,
      maskControlCharacters(recipe),
      maskControlCharacters(name),
    ];
  });
  const { charged, back, open } = totals;
  const sum = `Charged: ${groupThousands(charged)} ${name}. Refunded: ${groupThousands(back)}. Held or unconfirmed: ${groupThousands(open)}.\n`;
  return alignColumns(lines, [1]) + sum;
}

/** Local time to the minute. */
function toStamp(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}
