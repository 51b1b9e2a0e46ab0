import { toWireText } from '../../../src-shared/api/messages/service-message.ts';
import type { WebhookEvent } from '../../../src-shared/api/protocol/webhook-event.ts';
import type { TaskRecord } from '../tasks/task-record.ts';
import type { NewEvent } from './delivery-store.ts';

/** Data sources of event bodies. */
export interface EventSources {
  readonly findTask: (id: string) => Promise<TaskRecord | null>;
  /** The output of a successful task with fresh signed URLs. */
  readonly presentOutput: (task: TaskRecord) => Record<string, unknown> | undefined;
}

/** The body of an event (spec 6.2). It is created for every attempt, because the output URLs expire. */
export async function toEventBody(event: NewEvent, sources: EventSources): Promise<WebhookEvent> {
  const { id, type, subject: about, createdAt } = event;
  const data = 'data' in about ? about.data : await toTaskData(about.taskId, sources);
  return { id, type, created_at: new Date(createdAt).toISOString(), data: data as WebhookEvent['data'] };
}

async function toTaskData(taskId: string, { findTask, presentOutput }: EventSources) {
  const task = await findTask(taskId);
  if (!task) throw new Error(`Task ${taskId} of an event does not exist`);
  const { type, status, failure } = task;
  if (status === 'success') return { task_id: taskId, type, status, output: presentOutput(task) ?? {} };
  const error = failure
    ? { code: String(failure.code), message: toWireText(failure.message) }
    : { code: 'cancelled', message: 'The task was cancelled.' };
  return { task_id: taskId, type, status, error };
}
