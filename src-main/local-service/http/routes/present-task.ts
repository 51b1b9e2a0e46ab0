import { toWireText } from '../../../../src-shared/api/messages/service-message.ts';
import { toWireCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { toMessageFields } from '../../../../src-shared/api/protocol/message-fields.ts';
import { VIEW_KEYS } from '../../../../src-shared/api/protocol/task.ts';
import type { TaskFailure, TaskRecord, TaskResult, TaskSummary } from '../../tasks/task-record.ts';
import type { UrlWindow } from '../../files/file-urls.ts';
import type { ServiceContext } from '../service-context.ts';

type Parts = Pick<ServiceContext, 'queue' | 'urls' | 'lifetimes' | 'now'>;

/** URLs are valid for up to this share longer than required, so that consecutive responses contain the same URLs. */
const EXTRA_LIFE = 1 / 1000;

/** A task in the format of the API (spec 2.2) without its input; its URLs are valid for their full lifetime (part 1). */
export function presentTask(task: TaskRecord, parts: Parts): Record<string, unknown> {
  return {
    ...presentSummary(task),
    progress: progressOf(task, parts),
    ...(task.result && { output: presentOutput(task.id, task.result, parts) }),
    ...(task.completedAt !== null && { completed_at: new Date(task.completedAt).toISOString() }),
    ...(task.failure && presentFailure(task.failure)),
  };
}

/** The keys of 2.2, and the message's id and parameters, which are an extension. */
function presentFailure({ code, message }: TaskFailure) {
  return { error_code: code, error_message: toWireText(message), ...toMessageFields(message, 'error_message') };
}

/** A row of the usage history (2.6); a held price is not consumed yet. */
export function presentSummary(task: TaskSummary) {
  return {
    task_id: task.id,
    type: task.type,
    status: task.status,
    created_at: new Date(task.createdAt).toISOString(),
    credits_consumed: task.status === 'success' ? toWireCredits(task.price) : 0,
  };
}

/** Repeated queries return URLs that last longer (spec: re-query for fresh ones), at the latest after this time. */
const LONGEST_STEP_SECONDS = 60;

/** Validity of output URLs created now: constant for a while, then later. */
export function outputWindow({ lifetimes, now }: Pick<Parts, 'lifetimes' | 'now'>): UrlWindow {
  const { outputUrlSeconds } = lifetimes;
  const step = Math.min(LONGEST_STEP_SECONDS, Math.max(1, Math.floor(outputUrlSeconds * EXTRA_LIFE)));
  const until = Math.ceil((Math.floor(now() / 1000) + outputUrlSeconds) / step) * step;
  return { from: until - outputUrlSeconds - step, until };
}

/** 100 is reserved for success: a client may consider it the end. */
function progressOf(task: TaskRecord, { queue }: Parts): number {
  if (task.status === 'success') return 100;
  return task.status === 'running' ? Math.min(99, Math.floor(queue.progressOf(task) * 100)) : 0;
}

/**
 * The keys of 2.3, the views both nested and flat, and four extensions: `notes` in English, `note_messages` with their ids
 * and parameters (null for plain text), `draft`, which is true for results of the local engine, and false for those of
 * generators, and `generator`, which says what makes the result again.
 */
function presentOutput(taskId: string, { files, values, notes, generator }: TaskResult, parts: Parts) {
  const window = outputWindow(parts);
  const urls = Object.fromEntries(
    Object.entries(files).map(([key, fileName]) => [key, parts.urls.signOutput({ taskId, fileName }, window)]),
  ) as Partial<Record<string, string>>;
  const views = VIEW_KEYS.flatMap((key) => (urls[key] === undefined ? [] : [[key, urls[key]]]));
  const note_messages = notes.map((note) => (typeof note === 'string' ? null : note));
  return {
    ...urls,
    ...(views.length > 0 && { generate_multiview_image: Object.fromEntries(views) as object }),
    ...values,
    notes: notes.map(toWireText),
    note_messages,
    draft: generator === undefined,
    ...(generator && { generator }),
  };
}
