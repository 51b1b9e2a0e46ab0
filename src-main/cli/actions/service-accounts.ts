import path from 'node:path';
import { z } from 'zod';
import { addCredits, formatCredits, wireCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { formatCsv } from '../lib/output/csv.ts';
import { maskControlCharacters } from '../lib/output/mask-control-characters.ts';
import { alignColumns } from '../lib/output/text-columns.ts';
import { readEntry } from '../lib/run-service-entry.ts';
import { UsageError } from '../lib/usage-error.ts';

const budget = wireCredits.nullable();

/** A key as the service describes it. */
const listedKey = z.object({
  ...{ id: z.string(), name: z.string(), project: z.string(), ending: z.string(), createdAt: z.number() },
  ...{ scopes: z.array(z.string()), operations: z.array(z.string()).nullable() },
  ...{ dayBudget: budget, monthBudget: budget, spentToday: wireCredits, spentThisMonth: wireCredits },
});

/** A row of usage as the service describes it. */
const usageRow = z.object({
  key: z.object({ id: z.string(), name: z.string() }).optional(),
  ...{ project: z.string().optional(), day: z.string().optional(), tasks: z.number(), credits: wireCredits },
});

type UsageRow = z.output<typeof usageRow>;

/** Options of `dropforge service usage`. */
export interface ServiceUsageInput {
  readonly config: string;
  readonly by: 'key' | 'project' | 'day' | undefined;
  readonly from: string | undefined;
  readonly csv: boolean;
}

/** Lists the API keys of a studio, oldest first, with their budgets; the exit status if that fails. */
export async function listServiceKeys(config: string): Promise<CommandResult | number> {
  const keys = await readStudio(listedKey, config, ['keys']);
  if (typeof keys === 'number') return keys;
  const lines = keys.map((key) => [
    ...[key.id, `…${key.ending}`, maskControlCharacters(key.name), maskControlCharacters(key.project) || '–'],
    ...[key.scopes.join(', '), `${toSpent(key.spentToday, key.dayBudget)} today`],
    `${toSpent(key.spentThisMonth, key.monthBudget)} this month`,
  ]);
  const data = keys.map(({ createdAt, ...key }) => ({
    ...{ ...key, createdAt: new Date(createdAt).toISOString() },
    ...{ dayBudget: toAmount(key.dayBudget), monthBudget: toAmount(key.monthBudget) },
    ...{ spentToday: toAmount(key.spentToday), spentThisMonth: toAmount(key.spentThisMonth) },
  }));
  return { data, text: lines.length === 0 ? 'No keys yet.\n' : alignColumns(lines, []) };
}

/** Sums the usage of a studio by key, project or day, or by all of them; the exit status if that fails. */
export async function showServiceUsage(input: ServiceUsageInput, json: boolean): Promise<CommandResult | number> {
  const { config, by, from, csv } = input;
  if (csv && json) throw new UsageError('Use either --csv or --json.');
  const args = [...(by === undefined ? [] : ['--by', by]), ...(from === undefined ? [] : ['--from', from])];
  const rows = await readStudio(usageRow, config, ['usage', ...args]);
  if (typeof rows === 'number') return rows;
  const data = rows.map((row) => ({ ...row, credits: formatCredits(row.credits) }));
  return { data, text: csv ? toCsv(rows, by) : toTable(rows, by) };
}

function toCsv(rows: readonly UsageRow[], by: ServiceUsageInput['by']): string {
  const columns = by === 'key' ? ['key', 'name'] : by === undefined ? ['key', 'name', 'project', 'day'] : [by];
  const cells = rows.map(({ key, project, day, tasks, credits }) => {
    const keyCells = key ? [key.id, key.name] : [];
    return [...keyCells, ...[project, day].filter((cell) => cell !== undefined), String(tasks), formatCredits(credits)];
  });
  return formatCsv([[...columns, 'tasks', 'credits'], ...cells]);
}

function toTable(rows: readonly UsageRow[], by: ServiceUsageInput['by']): string {
  if (rows.length === 0) return 'No tasks yet.\n';
  const width = by === undefined ? 3 : 1;
  const lines = rows.map(({ key, project, day, tasks, credits }) => {
    const labels = [day, key && (key.name || key.id), project].filter((cell) => cell !== undefined);
    return [...labels.map((cell) => maskControlCharacters(cell) || '–'), ...toNumbers(credits, tasks)];
  });
  const total = addCredits(...rows.map(({ credits }) => credits));
  const tasks = rows.reduce((sum, row) => sum + row.tasks, 0);
  lines.push(['Total', ...Array<string>(width - 1).fill(''), ...toNumbers(total, tasks)]);
  return alignColumns(lines, [width, width + 1]);
}

function toNumbers(credits: Credits, tasks: number): string[] {
  return [groupThousands(formatCredits(credits)), tasks === 1 ? '1 task' : `${tasks} tasks`];
}

function toSpent(spent: Credits, limit: Credits | null): string {
  return limit === null ? formatCredits(spent) : `${formatCredits(spent)} of ${formatCredits(limit)}`;
}

function toAmount(credits: Credits | null): string | null {
  return credits === null ? null : formatCredits(credits);
}

/** Rows that an entry of the service prints; its exit status if it fails, with its reason on standard error. */
async function readStudio<T extends z.ZodType>(
  row: T,
  config: string,
  args: readonly string[],
): Promise<z.output<T>[] | number> {
  const { status, output } = await readEntry('studio-main', [...args, '--config', path.resolve(config)]);
  return status === 0 ? z.array(row).parse(parseBoundedJson(output)) : status;
}
