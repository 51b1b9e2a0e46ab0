import path from 'node:path';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import { taskList, toTaskKey } from '../../../src-shared/api/protocol/task.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { assertWritable } from '../../folders/export-folder.ts';
import { parseTask } from '../../service-client/task-response.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { Home } from '../../settings/home.ts';
import { fetchOutputs } from '../lib/fetch-outputs.ts';
import { listenForInterrupt } from '../lib/interrupt.ts';
import { maskControlCharacters } from '../lib/output/mask-control-characters.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { withAccount } from '../lib/open/open-account.ts';
import type { CommandResult } from '../lib/output/command-result.ts';

/** Arguments and options of `dropforge tasks`. */
export interface TasksInput {
  readonly ids: readonly string[];
  readonly out: string | undefined;
}

/**
 * Shows tasks as the service in use reports them, and says which it does not know. With `out` downloads the outputs of those
 * that succeeded.
 */
export async function showTasks({ ids: words, out }: TasksInput, { home }: CommandContext): Promise<CommandResult> {
  const ids = [...new Set(words)];
  if (out !== undefined) await assertWritable(path.resolve(out));
  return withAccount(home, async (account) => {
    const client = await account.client();
    const found = new Map<string, unknown>();
    for (let at = 0; at < ids.length; at += LIMITS.batchQueryIds) {
      const task_ids = ids.slice(at, at + LIMITS.batchQueryIds);
      const list = taskList.safeParse(await client.query('POST', ENDPOINTS.listTasks.path, { task_ids }));
      if (!list.success) throw new AppError('service_error', 'The service returned an unknown list format.');
      const told = new Map(Object.entries(list.data.tasks).map(([id, data]) => [toTaskKey(id), data]));
      for (const id of task_ids) if (told.has(toTaskKey(id))) found.set(id, told.get(toTaskKey(id)));
    }
    if (out !== undefined) await downloadAll([...found.values()], path.resolve(out), home, client);
    const missed = ids.filter((id) => !found.has(id));
    const lines = [
      ...[...found].map(([id, data]) => toLine(id, data)),
      ...missed.map((id) => `${maskControlCharacters(id)}  unknown to this service`),
    ];
    return { data: { tasks: Object.fromEntries(found), missed }, text: `${lines.join('\n')}\n` };
  });
}

/** Downloads the outputs of the tasks that succeeded; free of charge. */
async function downloadAll(
  found: readonly unknown[],
  folder: string,
  home: Pick<Home, 'path'>,
  client: ServiceClient,
): Promise<void> {
  const interrupt = listenForInterrupt();
  try {
    for (const data of found) {
      const task = parseTask(data);
      if (task?.status !== 'success') continue;
      const operation: Operation | undefined = OPERATIONS[task.type as OperationName];
      const place = { folder, home: home.path };
      await fetchOutputs(task, operation?.outputs ?? [], place, { client, signal: interrupt.signal });
    }
  } finally {
    interrupt.stop();
  }
}

function toLine(id: string, data: unknown): string {
  const task = parseTask(data);
  if (!task) return `${id}  unknown format`;
  const status = task.strangeStatus ?? task.status;
  const credits = task.credits_consumed == null ? '' : `  ${formatCredits(task.credits_consumed)} credits`;
  const words = task.error_message ? `  ${task.error_message}` : '';
  return maskControlCharacters(`${id}  ${task.type}  ${status}  ${task.progress} %${credits}${words}`);
}
