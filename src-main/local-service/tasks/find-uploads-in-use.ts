import { statement, type Postgres } from '../storage/postgres/postgres.ts';
import type { TaskJob } from './task-record.ts';

const UNFINISHED = statement(
  'unfinished-sources',
  "SELECT (job::json -> 'sources')::text FROM tasks WHERE status IN ('queued', 'running')",
);

/** Tokens of the uploads that tasks of a studio still need. */
export async function findUploadsInUse(postgres: Postgres): Promise<Set<string>> {
  const { rows } = await postgres.query<[sources: string]>(UNFINISHED);
  return listUploads(rows.flatMap(([sources]) => JSON.parse(sources) as TaskJob['sources']));
}

/** Tokens of the uploads among the sources of tasks. */
export function listUploads(sources: TaskJob['sources']): Set<string> {
  return new Set(sources.flatMap((source) => (source?.kind === 'upload' ? [source.token] : [])));
}
