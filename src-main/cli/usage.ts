import { parseArgs } from 'node:util';
import { formatCredits } from '../../src-shared/api/credits.ts';
import { ENDPOINTS, usageRow, type UsageRow } from '../../src-shared/api/endpoints.ts';
import { LIMITS } from '../../src-shared/api/limits.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { resolveHome } from '../settings/home.ts';
import { answer, printable } from './answer.ts';
import { toCsvText } from './csv.ts';
import { openAccount } from './open-account.ts';

/** Rows two pages share, because offsets shift while rows are added. */
const PAGE_OVERLAP = 20;
const COLUMNS = ['task_id', 'type', 'status', 'created_at', 'credits_consumed'] as const;

/** `dropforge usage`: the whole history of the service in use, newest first; as a table, CSV, or JSON. */
export async function usage(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      csv: { type: 'boolean', default: false },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.csv && values.json) throw new AppError('config_invalid', 'Give --csv or --json.', { subject: 'usage' });
  const account = openAccount(resolveHome(values.home, process.env));
  return answer(values.json, async () => {
    const rows = await readAllUsage(await account.client());
    const read = rows.map((row) => usageRow.parse(row));
    return { data: rows, text: values.csv ? toCsv(read) : toTable(read) };
  }).finally(() => account.close());
}

/** Every row as the service words it, each task once; a page that brings nothing new is the last. */
export async function readAllUsage(client: Pick<ServiceClient, 'query'>): Promise<unknown[]> {
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
export function toCsv(rows: readonly UsageRow[]): string {
  return toCsvText([COLUMNS, ...rows.map(toCells)]);
}

function toTable(rows: readonly UsageRow[]): string {
  if (rows.length === 0) return 'Nothing was made here yet.\n';
  return rows.map((row) => `${toCells(row).map(printable).join('  ')}\n`).join('');
}

function toCells(row: UsageRow): string[] {
  const { task_id: id, type, status, created_at: created, credits_consumed: credits } = row;
  return [id, type, status, created, credits == null ? '' : formatCredits(credits)];
}
