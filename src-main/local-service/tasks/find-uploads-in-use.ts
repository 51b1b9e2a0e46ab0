import { statement, type Postgres } from '../storage/postgres/postgres.ts';
import type { TaskJob, TaskRecord } from './task-record.ts';

const UNFINISHED = statement('unfinished-jobs', "SELECT job FROM tasks WHERE status IN ('queued', 'running')");

/** Tokens of the uploads that tasks of a studio still need. */
export async function findUploadsInUse(postgres: Postgres): Promise<Set<string>> {
  const { rows } = await postgres.query<[job: string]>(UNFINISHED);
  return listUploads(rows.map(([job]) => ({ job: JSON.parse(job) as TaskJob })));
}

/** Tokens of the uploads of tasks. */
export function listUploads(tasks: readonly Pick<TaskRecord, 'job'>[]): Set<string> {
  const sources = tasks.flatMap(({ job }) => job.sources);
  return new Set(sources.flatMap((source) => (source?.kind === 'upload' ? [source.token] : [])));
}
