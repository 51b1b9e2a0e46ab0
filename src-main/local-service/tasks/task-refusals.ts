import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';

/** The failure of a task whose text moderation rejects. */
export function rejected(): ApiError {
  return new ApiError(2008, serviceMessage('task-failure.moderation'));
}

/** The failure of a task that waited too long for a worker. */
export function waitedTooLong(): ApiError {
  return new ApiError(2018, serviceMessage('task-failure.queue-timeout'));
}
