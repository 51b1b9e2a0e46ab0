import { parseArgs } from 'node:util';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { taskList } from '../../../src-shared/api/protocol/task.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { fetchTask } from '../../service-client/parse-task-response.ts';
import { resolveHome } from '../../settings/home.ts';
import { printResult, maskControlCharacters } from '../lib/output/command-result.ts';
import { openAccount } from '../lib/open/open-account.ts';

/** `dropforge tasks ID…`: tasks as the service in use knows them, a hundred a call; says which it does not know. */
export async function tasks(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { home: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const ids = [...new Set(positionals)];
  if (ids.length === 0) throw new AppError('config_invalid', 'Name at least one task id.', { subject: 'tasks' });
  const account = openAccount(resolveHome(values.home, process.env));
  return printResult(values.json, async () => {
    const client = await account.client();
    const found = new Map<string, unknown>();
    for (let at = 0; at < ids.length; at += LIMITS.batchQueryIds) {
      const task_ids = ids.slice(at, at + LIMITS.batchQueryIds);
      const list = taskList.safeParse(await client.query('POST', ENDPOINTS.listTasks.path, { task_ids }));
      if (!list.success) throw new AppError('service_error', 'Its list of tasks is not in its interface.');
      for (const id of task_ids) if (Object.hasOwn(list.data.tasks, id)) found.set(id, list.data.tasks[id]);
    }
    const missed = ids.filter((id) => !found.has(id));
    const lines = [
      ...[...found].map(([id, told]) => toLine(id, told)),
      ...missed.map((id) => `${maskControlCharacters(id)}  not known to this service`),
    ];
    return { data: { tasks: Object.fromEntries(found), missed }, text: `${lines.join('\n')}\n` };
  }).finally(() => account.close());
}

function toLine(id: string, told: unknown): string {
  const task = fetchTask(told);
  if (!task) return `${id}  cannot be read`;
  const status = task.strangeStatus ?? task.status;
  const credits = task.credits_consumed == null ? '' : `  ${formatCredits(task.credits_consumed)} credits`;
  const words = task.error_message ? `  ${task.error_message}` : '';
  return maskControlCharacters(`${id}  ${task.type}  ${status}  ${task.progress} %${credits}${words}`);
}
