import path from 'node:path';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import { taskList, toTaskKey } from '../../../src-shared/api/protocol/task.ts';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { describeFinalError } from '../../../src-shared/messages/describe-error.ts';
import { requestIdSuffix } from '../../../src-shared/messages/request-id-suffix.ts';
import { assertWritable } from '../../folders/export-folder.ts';
import { parseTask } from '../../service-client/task-response.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { fetchOutputs } from '../lib/fetch-outputs.ts';
import { runInterruptible } from '../lib/interrupt.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
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
 * that succeeded; status 1 unless every id gave its files.
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
    const missed = ids.filter((id) => !found.has(id));
    const lines = [
      ...[...found].map(([id, data]) => toLine(id, data)),
      ...missed.map((id) => `${maskControlCharacters(id)}  unknown to this service`),
    ];
    const shown = { data: { tasks: Object.fromEntries(found), missed }, text: `${lines.join('\n')}\n` };
    if (out === undefined) return shown;
    const place = { folder: path.resolve(out), home: home.path };
    return runInterruptible(async (signal) => {
      const problems: string[] = [];
      for (const id of ids) {
        const problem = await downloadOutputs(found.get(id), place, { client, signal });
        if (problem !== null) problems.push(`${maskControlCharacters(`${id}: ${problem}`)}\n`);
      }
      return problems.length === 0 ? shown : { ...shown, notes: problems.join(''), status: 1 };
    }, 'Run the command again to download the outputs, free of charge.');
  });
}

/** Downloads the outputs of a task, free of charge; returns why it did not get all of them, or null. */
async function downloadOutputs(
  data: unknown,
  place: { readonly folder: string; readonly home: string },
  tools: { readonly client: ServiceClient; readonly signal: AbortSignal },
): Promise<string | null> {
  if (data === undefined) return 'The service does not know this task.';
  const task = parseTask(data);
  if (!task) return 'The service returned an unknown task format.';
  const status = task.strangeStatus ?? task.status;
  if (task.status !== 'success') return `Nothing was downloaded. The status of the task is “${status}”.`;
  const operation: Operation | undefined = OPERATIONS[task.type as OperationName];
  try {
    const files = await fetchOutputs(task, operation?.outputs ?? [], place, tools);
    return files === 0 ? 'The task has no files.' : null;
  } catch (error) {
    if (!(error instanceof AppError) || tools.signal.aborted) throw error;
    const info = toErrorInfo(error);
    const { happened, next } = describeFinalError(info);
    return `${happened} ${next}${requestIdSuffix(info.requestId)}`;
  }
}

function toLine(id: string, data: unknown): string {
  const task = parseTask(data);
  if (!task) return `${id}  unknown format`;
  const status = task.strangeStatus ?? task.status;
  const credits =
    task.credits_consumed == null ? '' : `  ${groupThousands(formatCredits(task.credits_consumed))} credits`;
  const words = task.error_message ? `  ${task.error_message}` : '';
  return maskControlCharacters(`${id}  ${task.type}  ${status}  ${task.progress} %${credits}${words}`);
}
