/** States of an intent to spend; `sending` on disk after a crash means: the answer was lost. */
type IntentState = 'prepared' | 'sending' | 'bound' | 'rejected' | 'ambiguous' | 'abandoned';

/** One decision to create one task, on disk before the first byte goes out. */
export interface Intent {
  /** The nonce: travels as `client_ref`, which the service echoes in the task's `input`. */
  readonly id: string;
  readonly jobId: string;
  readonly step: number;
  readonly serviceId: string;
  readonly operation: string;
  /** The exact bytes of the request, sent unchanged on every attempt. */
  readonly body: string;
  readonly state: IntentState;
  readonly attempt: number;
  /** Estimated time of the service at the start of the last attempt, epoch ms; null before the first. */
  readonly sentAt: number | null;
  /** The `X-Request-ID` of the last attempt; null before the first. */
  readonly requestId: string | null;
  readonly taskId: string | null;
}

/** Whether a task may exist for an intent: from the sending on, until it is proven that none was made. */
export function mayHaveTask(intent: Intent | null): boolean {
  return intent !== null && ['sending', 'ambiguous', 'bound'].includes(intent.state);
}

/** Where intents are kept. Every change is durable (`synchronous=FULL`) when the call returns. */
export interface IntentStore {
  /** The active intent of a step: not rejected and not abandoned. */
  findStanding(jobId: string, step: number): Intent | null;
  find(id: string): Intent | null;
  prepare(intent: Pick<Intent, 'id' | 'jobId' | 'step' | 'serviceId' | 'operation' | 'body'>): Intent;
  /** Marks the start of an attempt and gives it a request id; no byte of the body may leave before this returns. */
  markSending(id: string, serverTime: number): Intent;
  /** Ties a task to the intent; throws when the task belongs to another intent. */
  bind(id: string, taskId: string): Intent;
  mark(id: string, state: 'prepared' | 'rejected' | 'ambiguous' | 'abandoned'): Intent;
  /** An intent of a task that was found, for a job that brings it home: its own where it was abandoned. Null when the task is known already. */
  adopt(intent: Pick<Intent, 'id' | 'jobId' | 'step' | 'serviceId' | 'operation'>, taskId: string): Intent | null;
  /** Orders of a service without a response yet. Their tasks must not be assigned to other jobs. */
  listAmbiguous(serviceId: string): Intent[];
  /** Whether a task belongs to an active intent or was dismissed by the person. */
  knowsTask(taskId: string): boolean;
  /** The person wants nothing of a task. */
  dismissTask(taskId: string): void;
  /** Remembers that an operation of a service was seen to echo our nonce. */
  noteEcho(serviceId: string, operation: string): void;
  hasEcho(serviceId: string, operation: string): boolean;
}
