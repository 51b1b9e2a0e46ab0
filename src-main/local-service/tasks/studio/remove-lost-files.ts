import type { OutputStore } from '../../files/output-store.ts';
import { statement, type Postgres } from '../../storage/postgres/postgres.ts';
import type { TaskStore } from '../task-store.ts';

/** Where tasks and their files are. */
interface TaskFiles {
  readonly tasks: Pick<TaskStore, 'find'>;
  readonly outputs: Pick<OutputStore, 'keepOnly'>;
}

/** How far back a sweep looks: two of its intervals. */
const RECENT = "interval '2 hours'";

/** Tasks that ended lately and had an attempt without a result. */
const FIND_ENDED = statement(
  'find-ended',
  `SELECT id::text FROM tasks
   WHERE completed_at > now() - ${RECENT} AND (attempt > 1 OR attempt = 1 AND status <> 'success')`,
);

/**
 * Removes what attempts that lost their claim have published of a task. Nothing is removed before the task has ended: a
 * worker whose commit was not answered does not know that its own files are the result.
 */
export async function removeLostFiles(id: string, { tasks, outputs }: TaskFiles): Promise<void> {
  const task = await tasks.find(id);
  if (task && task.completedAt !== null) await outputs.keepOnly(id, Object.values(task.result?.files ?? {}));
}

/** The same for all tasks that ended lately: a worker may have been killed before it could. */
export async function sweepLostFiles(postgres: Postgres, files: TaskFiles): Promise<void> {
  const { rows } = await postgres.query<[id: string]>(FIND_ENDED);
  for (const [id] of rows) await removeLostFiles(id, files);
}
