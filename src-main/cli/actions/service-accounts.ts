import path from 'node:path';
import { z } from 'zod';
import { formatCredits, sumCredits, wireCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { AppError, toErrorInfo, type ErrorCode } from '../../../src-shared/base/errors.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';
import { describeFinalError } from '../../../src-shared/messages/describe-error.ts';
import { INTERRUPTED_STATUS, toInterruptedResult } from '../lib/interrupt.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { formatCsv } from '../lib/output/csv.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { alignColumns } from '../lib/output/text-columns.ts';
import { readEntry, type EntryOutput } from '../lib/run-service-entry.ts';
import { UsageError } from '../lib/usage-error.ts';

/** Exit status of an entry that refuses its configuration or arguments. */
const REFUSED_STATUS = 2;

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

type ListedKey = z.output<typeof listedKey>;
type UsageRow = z.output<typeof usageRow>;

/** Options of `dropforge service usage`. */
export interface ServiceUsageInput {
  readonly config: string;
  readonly by: 'key' | 'project' | 'day' | undefined;
  readonly from: string | undefined;
  readonly csv: boolean;
}

/** Lists the API keys of a studio, oldest first, with their budgets. */
export function listServiceKeys(config: string): Promise<CommandResult> {
  return readStudio(listedKey, config, ['keys'], toKeyList);
}

function toKeyList(keys: readonly ListedKey[]): CommandResult {
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

/** Sums the usage of a studio by key, project or day, or by all of them. Throws UsageError. */
export async function showServiceUsage(input: ServiceUsageInput, json: boolean): Promise<CommandResult> {
  const { config, by, from, csv } = input;
  if (csv && json) throw new UsageError('Use either --csv or --json.');
  const args = [...(by === undefined ? [] : ['--by', by]), ...(from === undefined ? [] : ['--from', from])];
  return readStudio(usageRow, config, ['usage', ...args], (rows) => {
    const data = rows.map((row) => ({ ...row, credits: formatCredits(row.credits) }));
    return { data, text: csv ? toCsv(rows, by) : toTable(rows, by), isExact: csv };
  });
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
  const total = sumCredits(rows.map(({ credits }) => credits));
  const tasks = rows.reduce((sum, row) => sum + row.tasks, 0);
  lines.push(['Total', ...Array<string>(width - 1).fill(''), ...toNumbers(total, tasks)]);
  return alignColumns(lines, [width, width + 1]);
}

function toNumbers(credits: Credits, tasks: number): string[] {
  return [toWords(credits), tasks === 1 ? '1 task' : `${tasks} tasks`];
}

function toSpent(spent: Credits, limit: Credits | null): string {
  return limit === null ? toWords(spent) : `${toWords(spent)} of ${toWords(limit)}`;
}

function toWords(credits: Credits): string {
  return groupThousands(formatCredits(credits));
}

function toAmount(credits: Credits | null): string | null {
  return credits === null ? null : formatCredits(credits);
}

/** The result of the rows that an entry of the service prints; the error envelope of the entry if it fails. */
async function readStudio<T extends z.ZodType>(
  row: T,
  config: string,
  args: readonly string[],
  toResult: (rows: readonly z.output<T>[]) => CommandResult,
): Promise<CommandResult> {
  const entry = await readEntry('studio-main', [...args, '--config', path.resolve(config)]);
  return entry.status === 0 ? toResult(z.array(row).parse(parseBoundedJson(entry.output))) : toFailure(entry);
}

/** An entry that refuses says why in a sentence; the stack of one that crashed is for stderr only. */
function toFailure({ status, errors, killed }: EntryOutput): CommandResult {
  if (status === INTERRUPTED_STATUS) return toInterruptedResult('Nothing was changed.');
  const code: ErrorCode = killed !== null ? 'local_service_down' : status === REFUSED_STATUS ? 'config_invalid' : 'bug';
  const { happened, next } = describeFinalError(toErrorInfo(new AppError(code, '')));
  const message = killed ?? (code === 'config_invalid' ? errors.trim() : happened);
  const data = { code, status: 'error', message, suggestion: next };
  return { data, text: '', notes: killed === null ? errors : `${errors}${killed}\n`, status };
}
