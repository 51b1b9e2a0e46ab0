import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { ENDPOINTS, usageRow, type UsageRow } from '../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { sumCharged, toKnownUsage, type KnownUsage } from '../../ipc/views/usage-view.ts';
import type { QueueSpending } from '../../queue/spending/spending-control.ts';
import type { Home } from '../../settings/home.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { alignColumns } from '../lib/output/text-columns.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { formatCsv } from '../lib/output/csv.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { withAccount } from '../lib/open/open-account.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { UsageError } from '../lib/usage-error.ts';

/** Rows that two pages share, because offsets shift while rows are added. */
const PAGE_OVERLAP = 20;
const COLUMNS = ['task_id', 'type', 'status', 'created_at', 'credits_consumed'] as const;

/** Keys by which `dropforge usage --by` sums credits. */
export type UsageGroup = 'day' | 'operation' | 'recipe';

/** Options of `dropforge usage`. */
export interface UsageInput {
  readonly by: UsageGroup | undefined;
  readonly csv: boolean;
}

/** Lists all tasks of the account at the service in use, newest first, or sums of their credits. */
export async function showUsage({ by, csv }: UsageInput, { home, json }: CommandContext): Promise<CommandResult> {
  if (csv && json) throw new UsageError('Use either --csv or --json.');
  if (by !== undefined) return withUsageSource(home, by, (source) => sumUsage(source, by, csv));
  return withAccount(home, async (account) => {
    const rows = await fetchUsageHistory(await account.client());
    const parsed = rows.map((row) => usageRow.parse(row));
    return { data: rows, text: csv ? formatUsageCsv(parsed) : toTable(parsed), isExact: csv };
  });
}

/** The account's history, and what is known of the jobs its tasks belong to. */
interface UsageSource extends Pick<QueueSpending, 'ownersOf'> {
  client(): Promise<ServiceClient>;
}

/** Only the queue knows the recipes, so it is opened for them; the home must not be open elsewhere then. */
function withUsageSource<T>(home: Home, by: UsageGroup, run: (source: UsageSource) => Promise<T>): Promise<T> {
  if (by !== 'recipe') return withAccount(home, ({ client }) => run({ client, ownersOf: () => new Map() }));
  return withHeadlessApp(home, ({ services, settings, queue }) =>
    run({ client: () => services.client(settings.get().service), ownersOf: queue.spending.ownersOf }),
  );
}

async function sumUsage(source: UsageSource, by: UsageGroup, csv: boolean): Promise<CommandResult> {
  const rows = usageRow.array().parse(await fetchUsageHistory(await source.client()));
  const sums = sumBy(toKnownUsage(rows, source), by);
  const cells = sums.map(({ key, credits, tasks }) => [key, credits, String(tasks)]);
  const text = csv ? formatCsv([[by, 'credits', 'tasks'], ...cells]) : toSumTable(cells);
  return { data: sums.map(({ key, ...sum }) => ({ [by]: key === '' ? null : key, ...sum })), text, isExact: csv };
}

/** Sums by key, days latest first, else by credits; an empty key holds rows without a day, or without a job in this home. */
function sumBy(rows: readonly KnownUsage[], by: UsageGroup): { key: string; credits: string; tasks: number }[] {
  const sums = [...Map.groupBy(rows, (row) => row[by] ?? '')].map(([key, those]) => {
    return { key, credits: sumCharged(those), tasks: those.length };
  });
  sums.sort((one, other) =>
    by === 'day' ? other.key.localeCompare(one.key) : other.credits - one.credits || other.tasks - one.tasks,
  );
  return sums.map(({ credits, ...rest }) => ({ ...rest, credits: formatCredits(credits) }));
}

function toSumTable(cells: readonly string[][]): string {
  if (cells.length === 0) return 'No tasks yet.\n';
  const lines = cells.map(([key = '', credits = '', tasks = '']) => {
    return [
      key === '' ? '–' : maskControlCharacters(key),
      groupThousands(credits),
      tasks === '1' ? '1 task' : `${tasks} tasks`,
    ];
  });
  return alignColumns(lines, [1, 2]);
}

/** All rows as the service returns them, each task once; a page without new rows is the last. */
export async function fetchUsageHistory(client: Pick<ServiceClient, 'query'>): Promise<unknown[]> {
  const rows = new Map<string, unknown>();
  for (let offset = 0; ;) {
    const query = `?limit=${LIMITS.usagePageRows}&offset=${offset}`;
    const page = await client.query('GET', ENDPOINTS.getUsage.path + query);
    if (!usageRow.array().safeParse(page).success)
      throw new AppError('service_error', 'The service returned an unknown usage format.');
    const tasks = page as { task_id: string }[];
    const before = rows.size;
    for (const row of tasks) rows.set(row.task_id, row);
    if (rows.size === before) return [...rows.values()];
    offset += Math.max(1, tasks.length - PAGE_OVERLAP);
  }
}

/** The rows as CSV with a header. */
export function formatUsageCsv(rows: readonly UsageRow[]): string {
  return formatCsv([COLUMNS, ...rows.map(toCells)]);
}

function toTable(rows: readonly UsageRow[]): string {
  if (rows.length === 0) return 'No tasks yet.\n';
  return rows.map((row) => `${toCells(row).map(maskControlCharacters).join('  ')}\n`).join('');
}

function toCells(row: UsageRow): string[] {
  const { task_id: id, type, status, created_at: created, credits_consumed: credits } = row;
  return [id, type, status, created, credits == null ? '' : formatCredits(credits)];
}
