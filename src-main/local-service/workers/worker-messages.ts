import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';
import type { ServiceErrorCode } from '../../../src-shared/api/protocol/error-codes.ts';
import type { TaskResult } from '../tasks/task-record.ts';

/** Messages from an engine thread, which receives one WorkOrder at a time. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly result: TaskResult }
  | { readonly kind: 'failed'; readonly code: ServiceErrorCode; readonly message: MessageOrText };

/** Messages about an engine: those of its thread, and the thread's end. */
export type EngineMessage = WorkerMessage | { readonly kind: 'lost'; readonly outOfMemory: boolean };
