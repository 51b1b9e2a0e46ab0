/**
 * States of a spending intent. `prepared` and `rejected` have no task, as far as the service said; `sending` on disk after a crash means
 * that the response was lost.
 */
type IntentState = 'prepared' | 'sending' | 'bound' | 'rejected' | 'ambiguous' | 'abandoned';

/** One decision to create one task, on disk before the first byte is sent. */
export interface Intent {
  /** The nonce: sent as `client_ref`, which the service echoes in the task's `input`. */
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

/** True if a task may exist for an intent: from sending until it is proven that none was created. */
export function mayHaveTask(intent: Intent | null): boolean {
  return intent !== null && ['sending', 'ambiguous', 'bound'].includes(intent.state);
}

/** Storage of intents. Every change is durable (`synchronous=FULL`) when the call returns. */
export interface IntentStore {
  /** The active intent of a step: not rejected and not abandoned. */
  findStanding(jobId: string, step: number): Intent | null;
  find(id: string): Intent | null;
  /** The order of a step that nothing waits for, with its task, see `noteLostTask`; null: none, or another job has its task. */
  findLost(jobId: string, step: number): Intent | null;
  prepare(intent: Pick<Intent, 'id' | 'jobId' | 'step' | 'serviceId' | 'operation' | 'body'>): Intent;
  /** Marks the start of an attempt and assigns a request id; no byte of the body may be sent before this returns. */
  markSending(id: string, serverTime: number): Intent;
  /** Restores a prepared intent as it was before `markSending`: no byte of the attempt was sent. */
  unmarkSending(intent: Intent): void;
  /** Assigns a task to the intent; throws when the task belongs to another intent. */
  bind(id: string, taskId: string): Intent;
  /** Changes the state. A `prepared` intent that is abandoned becomes `rejected`, because it certainly has no task. */
  mark(id: string, state: 'prepared' | 'rejected' | 'ambiguous' | 'abandoned'): Intent;
  /** Records the task of an order that nothing waits for; the task can still be adopted. */
  noteLostTask(id: string, taskId: string): void;
  /**
   * An intent for a found task, for the job that downloads it: the one with that id or that task if it has no job any
   * more, otherwise a new one. Null when the task is known.
   */
  adopt(intent: Pick<Intent, 'id' | 'jobId' | 'step' | 'serviceId' | 'operation'>, taskId: string): Intent | null;
  /** Orders of a service without a response yet. Their tasks must not be assigned to other jobs. */
  listAmbiguous(serviceId: string): Intent[];
  /** True if a task belongs to an active intent or was dismissed by the user. */
  knowsTask(taskId: string): boolean;
  /** True if an order has or had a task, or the user dismissed it: no other order gets it. */
  isTaken(taskId: string): boolean;
  /** The user dismissed a task. */
  dismissTask(taskId: string): void;
  /** Records that an operation of a service echoes the nonce. */
  noteEcho(serviceId: string, operation: string): void;
  hasEcho(serviceId: string, operation: string): boolean;
}
