import type { Category } from '../../../../src-shared/api/models/categories.ts';
import { statement, type Postgres } from '../../storage/postgres/postgres.ts';

/** The unfinished tasks of a category. */
export interface CategoryState {
  readonly category: Category;
  readonly queued: number;
  readonly running: number;
  /** Age of the oldest task that waits, seconds; null: none waits. */
  readonly oldestSeconds: number | null;
}

const STATE = statement(
  'queue-state',
  `SELECT category, count(*) FILTER (WHERE status = 'queued')::int, count(*) FILTER (WHERE status = 'running')::int,
     extract(epoch FROM now() - min(created_at) FILTER (WHERE status = 'queued'))::double precision
   FROM tasks WHERE status IN ('queued', 'running') GROUP BY category ORDER BY category`,
);

type Row = [category: Category, queued: number, running: number, oldestSeconds: number | null];

/** The categories of a studio that have unfinished tasks. */
export async function readQueueState(postgres: Postgres): Promise<CategoryState[]> {
  const { rows } = await postgres.query<Row>(STATE);
  return rows.map(([category, queued, running, oldestSeconds]) => ({ category, queued, running, oldestSeconds }));
}
