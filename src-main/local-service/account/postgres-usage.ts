import { toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { statement, type Postgres } from '../storage/postgres/postgres.ts';

/** What usage is summed by. */
export const USAGE_GROUPS = ['key', 'project', 'day'] as const;

/** What usage is summed by. */
type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Which usage is read. */
export interface UsageQuery {
  /** Absent: a row for each key and day. */
  readonly by?: UsageGroup | undefined;
  /** First day, such as 2026-11-01; absent: all days. */
  readonly from?: string | undefined;
}

/** Tasks that were created, and what they cost: what was charged and what is held, without refunds. */
export interface StudioUsage {
  /** Absent: the row sums all keys. */
  readonly key?: { readonly id: string; readonly name: string };
  /** '': none. Absent: the row sums all projects. */
  readonly project?: string;
  /** Day on which the tasks were created (UTC). Absent: the row sums all days. */
  readonly day?: string;
  readonly tasks: number;
  readonly credits: Credits;
}

/** The keys' counters, which change in the transactions that write the ledger: their sum is the ledger's without grants. */
const USAGE = statement(
  'usage',
  `SELECT CASE WHEN 'key' = ANY ($1) THEN key_id END, CASE WHEN 'key' = ANY ($1) THEN coalesce(name, '') END,
     CASE WHEN 'project' = ANY ($1) THEN coalesce(project, '') END, CASE WHEN 'day' = ANY ($1) THEN day::text END,
     sum(tasks)::int, sum(credits)::bigint
   FROM key_spending LEFT JOIN api_keys ON id = key_id WHERE $2::date IS NULL OR day >= $2::date
   GROUP BY 1, 2, 3, 4 ORDER BY 4 DESC NULLS LAST, 6 DESC, 2, 1, 3`,
);

type Row = [
  ...key: [id: string | null, name: string | null],
  ...rest: [project: string | null, day: string | null, tasks: number, credits: number],
];

/** The usage of a studio, latest day first, then most credits first. */
export async function readUsage(postgres: Postgres, { by, from }: UsageQuery): Promise<StudioUsage[]> {
  const { rows } = await postgres.query<Row>(USAGE, by === undefined ? USAGE_GROUPS : [by], from ?? null);
  return rows.map(([id, name, project, day, tasks, credits]) => ({
    ...(id !== null && { key: { id, name: name ?? '' } }),
    ...(project !== null && { project }),
    ...(day !== null && { day }),
    ...{ tasks, credits: toCredits(credits) },
  }));
}
