import { parseArgs } from 'node:util';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { ENDPOINTS, usageRow, type UsageRow } from '../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { sumCharged, toKnownUsage, type KnownUsage } from '../../ipc/views/usage-view.ts';
import type { QueueSpending } from '../../queue/spending/spending-control.ts';
import { resolveHome, type Home } from '../../settings/home.ts';
import { alignColumns, groupThousands } from '../lib/output/text-columns.ts';
import { printResult, maskControlCharacters } from '../lib/output/command-result.ts';
import { formatCsv } from '../lib/output/csv.ts';
import { openAccount } from '../lib/open/open-account.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';

/** Rows two pages share, because offsets shift while rows are added. */
const PAGE_OVERLAP = 20;
const COLUMNS = ['task_id', 'type', 'status', 'created_at', 'credits_consumed'] as const;

const SUMS = ['day', 'operation', 'recipe'] as const;

type SumBy = (typeof SUMS)[number];

/**
 * `dropforge usage`: the whole history of the service in use, newest first, or its sums by day, operation or recipe; as a
 * table, CSV, or JSON. Recipes are known to the queue of the home, which must not be open elsewhere then.
 */
export async function usage(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      by: { type: 'string' },
      csv: { type: 'boolean', default: false },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.csv && values.json) throw new AppError('config_invalid', 'Give --csv or --json.', { subject: 'usage' });
  const home = resolveHome(values.home, process.env);
  if (values.by !== undefined) return sums(values.by, home, values);
  const account = openAccount(home);
  return printResult(values.json, async () => {
    const rows = await fetchUsageHistory(await account.client());
    const read = rows.map((row) => usageRow.parse(row));
    return { data: rows, text: values.csv ? formatUsageCsv(read) : toTable(read) };
  }).finally(() => account.close());
}

async function sums(by: string, home: Home, { csv, json }: { csv: boolean; json: boolean }): Promise<number> {
  if (!isSumBy(by)) throw new AppError('config_invalid', '--by is day, operation or recipe.', { subject: 'usage' });
  const source = by === 'recipe' ? await openQueue(home) : openAccountOnly(home);
  return printResult(json, async () => {
    const rows = usageRow.array().parse(await fetchUsageHistory(await source.client()));
    const told = sumBy(toKnownUsage(rows, source), by);
    const cells = told.map(({ key, credits, tasks }) => [key, credits, String(tasks)]);
    const text = csv ? formatCsv([[by, 'credits', 'tasks'], ...cells]) : toSumTable(cells);
    return { data: told.map(({ key, ...sum }) => ({ [by]: key === '' ? null : key, ...sum })), text };
  }).finally(() => source.close());
}

/** Where the history comes from, and what is known of the jobs its tasks belong to. */
interface UsageSource extends Pick<QueueSpending, 'ownersOf'> {
  client(): Promise<ServiceClient>;
  close(): Promise<void>;
}

function openAccountOnly(home: Home): UsageSource {
  const { client, close } = openAccount(home);
  return { client, close, ownersOf: () => new Map() };
}

async function openQueue(home: Home): Promise<UsageSource> {
  const { services, settings, queue, close } = await openHeadlessApp(home);
  return { client: () => services.client(settings.get().service), close, ownersOf: queue.money.ownersOf };
}

function isSumBy(word: string): word is SumBy {
  return (SUMS as readonly string[]).includes(word);
}

/** Sums with what they are of; the empty key: rows without a day, or without a job here. Days latest first, else by credits. */
function sumBy(rows: readonly KnownUsage[], by: SumBy): { key: string; credits: string; tasks: number }[] {
  const told = [...Map.groupBy(rows, (row) => row[by] ?? '')].map(([key, those]) => {
    return { key, credits: sumCharged(those), tasks: those.length };
  });
  told.sort((one, other) =>
    by === 'day' ? other.key.localeCompare(one.key) : other.credits - one.credits || other.tasks - one.tasks,
  );
  return told.map(({ credits, ...rest }) => ({ ...rest, credits: formatCredits(credits) }));
}

function toSumTable(cells: readonly string[][]): string {
  if (cells.length === 0) return 'Nothing was made here yet.\n';
  const lines = cells.map(([key = '', credits = '', tasks = '']) => {
    return [
      key === '' ? '–' : maskControlCharacters(key),
      groupThousands(credits),
      tasks === '1' ? '1 task' : `${tasks} tasks`,
    ];
  });
  return alignColumns(lines, [1, 2]);
}

/** Every row as the service words it, each task once; a page that brings nothing new is the last. */
export async function fetchUsageHistory(client: Pick<ServiceClient, 'query'>): Promise<unknown[]> {
  const rows = new Map<string, unknown>();
  for (let offset = 0; ;) {
    const query = `?limit=${LIMITS.usagePageRows}&offset=${offset}`;
    const page = await client.query('GET', ENDPOINTS.getUsage.path + query);
    if (!usageRow.array().safeParse(page).success)
      throw new AppError('service_error', 'Its usage is not in its interface.');
    const told = page as { task_id: string }[];
    const before = rows.size;
    for (const row of told) rows.set(row.task_id, row);
    if (rows.size === before) return [...rows.values()];
    offset += Math.max(1, told.length - PAGE_OVERLAP);
  }
}

/** The rows under their header. */
export function formatUsageCsv(rows: readonly UsageRow[]): string {
  return formatCsv([COLUMNS, ...rows.map(toCells)]);
}

function toTable(rows: readonly UsageRow[]): string {
  if (rows.length === 0) return 'Nothing was made here yet.\n';
  return rows.map((row) => `${toCells(row).map(maskControlCharacters).join('  ')}\n`).join('');
}

function toCells(row: UsageRow): string[] {
  const { task_id: id, type, status, created_at: created, credits_consumed: credits } = row;
  return [id, type, status, created, credits == null ? '' : formatCredits(credits)];
}
