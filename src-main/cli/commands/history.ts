import { parseArgs } from 'node:util';
import {
  addCredits,
  formatCredits,
  ZERO_CREDITS,
  parseCredits,
  type Credits,
} from '../../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { SpendingRow } from '../../../src-shared/ipc/views/money-view.ts';
import type { QueueSpending } from '../../queue/spending/spending-control.ts';
import { resolveHome } from '../../settings/home.ts';
import { alignColumns, groupThousands } from '../lib/output/text-columns.ts';
import { printResult, maskControlCharacters } from '../lib/output/command-result.ts';
import { formatCsv } from '../lib/output/csv.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';

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

const STATE_WORDS = { held: 'held', charged: 'charged', back: 'came back', unknown: 'in doubt' } as const;

/** `dropforge history`: every order of this home that cost something, newest first; as text with totals, CSV, or JSON. */
export async function history(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      csv: { type: 'boolean', default: false },
      since: { type: 'string' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.csv && values.json) throw misuse('history', 'Give --csv or --json.');
  const since = values.since === undefined ? undefined : readDay(values.since);
  return printResult(values.json, async () => {
    const app = await openHeadlessApp(resolveHome(values.home, process.env));
    try {
      const rows = readAll(app.queue.money, since);
      const totals = sumUp(rows);
      return { data: { rows, totals }, text: values.csv ? toCsv(rows) : toText(rows, totals) };
    } finally {
      await app.close();
    }
  });
}

function readAll(money: QueueSpending, since: number | undefined): SpendingRow[] {
  const rows: SpendingRow[] = [];
  for (let before: number | null = null; ;) {
    const page = money.history(before, PAGE, since);
    rows.push(...page);
    if (page.length < PAGE) return rows;
    before = page.at(-1)?.at ?? null;
  }
}

/** Local midnight of a day; throws `config_invalid` where there is no such day. */
function readDay(typed: string): number {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(typed) ?? []).map(Number);
  const at = new Date(year ?? NaN, (month ?? NaN) - 1, day);
  if (at.getFullYear() === year && at.getMonth() + 1 === month && at.getDate() === day) return at.getTime();
  throw misuse('--since', `“${maskControlCharacters(typed)}” is no day such as 2026-11-21.`);
}

/** What was charged, came back, and may still be charged, as decimals. */
function sumUp(rows: readonly SpendingRow[]) {
  const sum = (amounts: readonly (string | null)[]): string =>
    formatCredits(addCredits(...amounts.map((amount): Credits => parseCredits(amount ?? '0') ?? ZERO_CREDITS)));
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
  if (rows.length === 0) return 'Nothing was spent.\n';
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
  const sum = `${groupThousands(charged)} credits were charged, ${groupThousands(back)} came back, ${groupThousands(open)} are held or in doubt.\n`;
  return alignColumns(lines, [1]) + sum;
}

/** Local time to the minute. */
function toStamp(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}

function misuse(subject: string, detail: string): AppError {
  return new AppError('config_invalid', detail, { subject });
}
