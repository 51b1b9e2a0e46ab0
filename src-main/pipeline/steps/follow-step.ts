import { formatCredits, ZERO_CREDITS } from '../../../src-shared/api/pricing/credits.ts';
import { readMessageFields } from '../../../src-shared/api/protocol/message-fields.ts';
import { AppError, isUnreachable, type ErrorCode, type ErrorInfo } from '../../../src-shared/base/errors.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import { message, uniqueMessages, type MessageOrText } from '../../../src-shared/messages/message.ts';
import { toTaskError } from '../../service-client/http/to-app-error.ts';
import type { TaskResponse } from '../../service-client/task-response.ts';
import { withStep, type JobRecord } from '../job-record.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import { toTaskEnd } from './read-charge.ts';

/** Consecutive failed polls before the job shows the error; a single one is not worth a message. */
const LASTING_PROBLEMS = 2;

/** Errors of a poll that keep their texts; “change the setting” would be wrong advice. */
const OWN_POLL_ERRORS: readonly ErrorCode[] = [
  'offline',
  'certificate_rejected',
  'invalid_api_key',
  'rate_limited',
  'local_service_down',
  'bug',
];

/** Waits for the task's end; its charge or refund is saved with it. A lasting problem is shown by the job. */
export async function followStep(record: JobRecord, index: number, tools: PipelineTools): Promise<TaskResponse> {
  const taskId = record.steps[index]?.taskId as string;
  let shown = '';
  const onTask = (task: TaskResponse): void => {
    if (task.status === 'queued' || task.status === 'running') {
      if (shown !== task.status) tools.save({ ...tools.current(), status: task.status, error: null });
      shown = task.status;
      tools.report(task.progress / 100);
    }
  };
  let problems = 0;
  const onProblem = (trouble: ErrorInfo | null): void => {
    shown = '';
    problems = trouble ? problems + 1 : 0;
    if (!trouble) return clearError(tools);
    const isOffline = isUnreachable(trouble.code);
    if (!isOffline && problems < LASTING_PROBLEMS) return;
    const { status, error } = tools.current();
    const wanted = isOffline ? 'offline' : 'waiting';
    const next = toPollError(trouble);
    // The same problem at every poll is written once.
    if (status === wanted && error?.code === next.code && isSameText(error.detail, next.detail)) return;
    tools.save({ ...tools.current(), status: wanted, error: next });
  };
  const task = await tools.follower.follow(taskId, tools.client.profile.id, { onTask, onProblem }, tools.signal);
  clearError(tools);
  const end = toTaskEnd(task, tools.current().free);
  if (end) tools.budget.end(tools.current(), index, end);
  if (end?.kind === 'success') {
    const standing = tools.intents.findStanding(record.id, index);
    if (standing && task.input['client_ref'] === standing.id) {
      tools.intents.noteEcho(standing.serviceId, standing.operation);
    }
    const creditsConsumed = end.charged === null ? null : formatCredits(end.charged);
    tools.save(withStep(tools.current(), index, { creditsConsumed }));
    return task;
  }
  const requestId = tools.intents.findStanding(record.id, index)?.requestId ?? null;
  if (!end) {
    // The outcome is unknown, so the step keeps its task and its possible cost; a retry polls the same task.
    const detail = message('task.state', { state: (task.strangeStatus ?? task.status).slice(0, 60) });
    throw new AppError('task_failed', detail, { requestId });
  }
  const charged = end.charged ?? ZERO_CREDITS;
  const note = charged > 0 ? [message('job-note.failed-task-charged', { credits: formatCredits(charged) })] : [];
  const notes = uniqueMessages([...tools.current().notes, ...note]);
  const ended = { status: 'failed', refunded: true, creditsConsumed: formatCredits(charged) } as const;
  tools.save(withStep({ ...tools.current(), notes }, index, ended));
  if (task.status === 'cancelled') throw new AppError('task_failed', message('task.cancelled'), { requestId });
  throw toTaskError(task.error_code, task.error_message, readMessageFields(task, 'error_message'), requestId);
}

function clearError({ save, current }: PipelineTools): void {
  if (current().error !== null) save({ ...current(), error: null });
}

function isSameText(one: MessageOrText, other: MessageOrText): boolean {
  return toEnglish(one) === toEnglish(other);
}

/** The error of a job whose task cannot be queried: polling continues, whatever the service's answer was. */
function toPollError(trouble: ErrorInfo): ErrorInfo {
  if (OWN_POLL_ERRORS.includes(trouble.code)) return trouble;
  return { ...trouble, code: 'service_error', retryable: true };
}
