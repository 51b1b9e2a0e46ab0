import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';
import type { TaskFailure } from './task-record.ts';

/** The failure of a task whose text moderation rejects. */
export function rejected(): ApiError {
  return new ApiError(2008, serviceMessage('task-failure.moderation'));
}

/** The failure of a task that waited too long for a worker. */
export function waitedTooLong(): ApiError {
  return new ApiError(2018, serviceMessage('task-failure.queue-timeout'));
}

/** The failure of a task whose service ended in the middle of it again and again; a generator with a handle may work on. */
export function interruptedTooOften(count: number, hasHandle: boolean): TaskFailure {
  const id = hasHandle ? 'task-failure.generator-interrupted' : 'task-failure.service-stopped';
  return { code: 1000, message: serviceMessage(id, { count }) };
}
