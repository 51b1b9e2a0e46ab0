import { checkRequest } from '../../src-shared/api/check-request.ts';
import { OPERATIONS, type OperationName } from '../../src-shared/api/operations.ts';
import type { AnyValues, Operation } from '../../src-shared/api/operation.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { System } from '../system/system.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { findCreatedTasks } from './find-created-task.ts';
import type { Intent, IntentStore } from './intent.ts';
import type { JobRecord } from './job-record.ts';

/** Pauses between looks for a task whose creation got no answer. */
const LOOK_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000];
/** Complete scans that must find nothing before an intent may be sent again. */
const CLEAN_SCANS = 2;
/** Sendings of one intent after which a person decides even where it may go out again: the service answers none of them. */
const MOST_SENDINGS = 16;

interface Creation {
  readonly system: System;
  readonly client: ServiceClient;
  readonly intents: IntentStore;
  readonly signal: AbortSignal;
}

/** One task to be created for one step of a job, or for a call of the command line. */
export interface Order {
  readonly jobId: string;
  readonly step: number;
  readonly operation: OperationName;
  /** The request as it is wanted; the nonce is added when it is written down. */
  readonly body: AnyValues;
}

/** Creates the task of a job's step, at most once for each decision of the person, with seeds of its own. See placeOrder. */
export function createTask(record: JobRecord, step: number, source: string, tools: Creation): Promise<string> {
  const { operation: name, params } = record.steps[step] as JobRecord['steps'][number];
  const operation: Operation = OPERATIONS[name];
  const seeds = Object.fromEntries(
    ['model_seed', 'texture_seed']
      .filter((field) => field in operation.fields)
      .map((field) => [field, tools.system.random.integer(2 ** 31)]),
  );
  const sourceField = operation.source.kind === 'task' ? operation.source.field : 'input';
  const body = { ...seeds, ...params, [sourceField]: source };
  return placeOrder({ jobId: record.id, step, operation: name, body }, tools);
}

/**
 * Creates the task of an order, at most once for each decision of the person: the intent is on disk before the first
 * byte, and an uncertain POST is never simply repeated. Answers the task id. Throws `outcome_unknown` when nobody can
 * tell, and a retryable AppError when nothing was sent. An intent that stands already is sent as it was written down.
 */
export async function placeOrder(order: Order, tools: Creation): Promise<string> {
  const { intents, client } = tools;
  let intent = intents.findStanding(order.jobId, order.step) ?? prepareIntent(order, tools);
  if (intent.serviceId !== client.profile.id) {
    throw new AppError('no_api_key', 'It was ordered with another service or key.', {
      subject: 'the service it was ordered at',
    });
  }
  while (intent.taskId === null) {
    intent = intent.state === 'prepared' ? await sendIntent(intent, tools) : await settleIntent(intent, tools);
  }
  return intent.taskId;
}

/** Checks the request completely, then writes it down with its nonce, `client_ref`. */
function prepareIntent({ jobId, step, operation, body: wanted }: Order, { client, intents, system }: Creation): Intent {
  const id = system.random.uuid();
  const body = { ...wanted, client_ref: id };
  const context = { deployment: client.profile.deployment, entitlements: null, now: system.clock.now() };
  const checked = checkRequest(OPERATIONS[operation], body, context);
  if (!checked.ok) throw new AppError('bad_request', checked.issues[0].message);
  return intents.prepare({ id, jobId, step, serviceId: client.profile.id, operation, body: JSON.stringify(body) });
}

/** One attempt: armed on disk, sent, its outcome written down. */
async function sendIntent(intent: Intent, { client, intents, system }: Creation): Promise<Intent> {
  const operation: Operation = OPERATIONS[intent.operation as keyof typeof OPERATIONS];
  const { requestId } = intents.markSending(intent.id, system.clock.now());
  const outcome = await client.create(operation.path, intent.body, requestId as string);
  switch (outcome.kind) {
    case 'created':
      return intents.bind(intent.id, outcome.taskId);
    case 'refused':
      intents.mark(intent.id, 'rejected');
      throw outcome.error;
    case 'not_sent':
    case 'try_later':
      intents.mark(intent.id, 'prepared');
      throw new AppError(outcome.error.code, outcome.error.message, {
        retryable: true,
        requestId: outcome.error.requestId,
        cause: outcome.error,
        ...(outcome.error.retryAt === null ? {} : { retryAt: outcome.error.retryAt }),
      });
    case 'ambiguous':
      return intents.mark(intent.id, 'ambiguous');
  }
}

/** Looks for the task of a lost answer; sends again only where the service's profile allows it. */
async function settleIntent(intent: Intent, { client, intents, signal, system }: Creation): Promise<Intent> {
  if (intent.state === 'sending') intents.mark(intent.id, 'ambiguous');
  const { mode, settleMs } = client.profile.resend;
  const { clock } = system;
  const startedAt = clock.elapsed();
  for (let scans = 1; ; scans++) {
    const [first] = await findCreatedTasks(client, intent, intents);
    if (first) return intents.bind(intent.id, first);
    if (scans >= CLEAN_SCANS && clock.elapsed() - startedAt >= settleMs) break;
    await clock.pause(LOOK_PAUSES_MS[Math.min(scans, LOOK_PAUSES_MS.length) - 1] as number, signal);
  }
  if (mode === 'auto' && intent.attempt < MOST_SENDINGS) return intents.mark(intent.id, 'prepared');
  throw new AppError('outcome_unknown', 'No answer came to the order, and no task of it was found yet.', {
    requestId: intent.requestId,
  });
}
