import { z } from 'zod';
import { TASK_STATUSES, task, type Task } from '../../src-shared/api/protocol/task.ts';
import { truncateMessage } from './http/to-app-error.ts';

/** A task; an unknown state is kept under the service's name for it. */
export type TaskResponse = Task & { readonly strangeStatus: string | null };

/**
 * Reads a task; null if its id or state cannot be read. An unknown state counts as failed and is named (part 3). Texts
 * are cut, and a negative charge counts as not reported.
 */
export function parseTask(value: unknown): TaskResponse | null {
  const parsed = task.safeParse(value);
  if (!parsed.success) return null;
  const { error_message: words, credits_consumed: charge, output } = parsed.data;
  const { status } = value as { status: string };
  return {
    ...parsed.data,
    error_message: words == null ? words : truncateMessage(words),
    credits_consumed: charge != null && charge < 0 ? null : charge,
    output: Array.isArray(output['notes']) ? { ...output, notes: output['notes'].map(cutNote) } : output,
    strangeStatus: TASK_STATUSES.some((known) => known === status) ? null : status,
  };
}

function cutNote(note: unknown): unknown {
  return typeof note === 'string' ? truncateMessage(note) : note;
}

/** Schema of the response to a task query. */
export const taskResponseSchema = z.unknown().transform((value, context): TaskResponse => {
  const read = parseTask(value);
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'Expected a task' });
  return z.NEVER;
});
