import type { ServiceErrorCode } from '../../../src-shared/api/errors.ts';
import type { TaskResult } from '../tasks/task-record.ts';

/** What a worker thread tells; it is sent WorkOrders, one at a time. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly result: TaskResult }
  | { readonly kind: 'failed'; readonly code: ServiceErrorCode; readonly message: string };
