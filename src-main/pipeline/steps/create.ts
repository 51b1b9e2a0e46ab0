import type { Credits } from '../../../src-shared/api/pricing/credits.ts';
import { checkRequest } from '../../../src-shared/api/rules/check-request.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { toClientContext, type AnyValues, type Operation } from '../../../src-shared/api/operation.ts';
import { taskFieldOf } from '../../../src-shared/api/source.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { containsReference } from '../../../src-shared/operations/image-reference.ts';
import { VIEW_SLOTS } from '../../../src-shared/formats/source-kind.ts';
import type { System } from '../../base/system.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { Budget } from '../budget.ts';
import { findUnknownTasks, type UnknownTask } from '../find-unknown-tasks.ts';
import { mayHaveTask, type Intent, type IntentStore } from '../intent.ts';
import type { JobRecord, Payer, SourceFile, StepRecord } from '../job-record.ts';
import { withTokens } from './upload-references.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Delays between searches for a task whose creation got no response. */
const LOOK_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000];
/** Number of complete scans without a match, after the settling time, before an intent may be sent again. */
const CLEAN_SCANS = 2;
/**
 * How long a new task may be missing from the usage history, ms. A refusal for now (429, 408) does not prove that there is
 * none: a gateway may answer so after the service created it. `client_ref` does not help, because the interface does not
 * promise that a service recognizes a repeated one.
 */
const MAX_LISTING_DELAY_MS = 60_000;
/** Maximum number of attempts of one intent before the user decides, even if it could be sent again. */
const MAX_SENDINGS = 16;

interface Creation {
  readonly system: System;
  readonly client: ServiceClient;
  readonly intents: IntentStore;
  readonly signal: AbortSignal;
  /** Credits that the service may hold for known orders; null: unknown. */
  explainedHolds(): Credits | null;
  /** An order created more than one task; each was charged, so each has to be downloaded. */
  onDuplicate(intent: Intent, task: UnknownTask): void;
  readonly budget: Pick<Budget, 'reserve' | 'release' | 'affords' | 'isReserved'>;
  /** Throws if nothing more is to be sent, although an order without a task may be sent again; absent: it always may. */
  throwIfStopped?(): void;
}

/** A task to create for a step of a job, or for a CLI command. */
export interface TaskRequest {
  readonly payer: Payer;
  readonly step: number;
  /** Returns its body, without the nonce; called when its price is reserved. */
  prepare(): AnyValues | Promise<AnyValues>;
}

/**
 * Creates the task of a step, at most once per decision of the user, with the seeds of the job. `prepare` returns the
 * record to send; it is called when the price is reserved. See `requestTask`.
 */
export function createTask(
  record: JobRecord,
  step: number,
  tools: Creation,
  prepare: () => JobRecord = () => record,
): Promise<string> {
  const toBody = (ready: JobRecord): AnyValues => ({
    ...withTokens(ready, ready.steps[step] as StepRecord),
    ...toSourceFields(ready, step),
  });
  return requestTask({ payer: record, step, prepare: () => toBody(prepare()) }, tools);
}

/** The input fields of a request (spec 4.2): a task, a file, views by their slots, or none. */
function toSourceFields(record: JobRecord, step: number): AnyValues {
  const { operation: name, from } = record.steps[step] as StepRecord;
  const { source }: Operation = OPERATIONS[name];
  const nothing = new AppError('bug', message('jobs.step-without-input'));
  if (from !== null) {
    const taskId = record.steps[from]?.taskId;
    if (!taskId) throw nothing;
    return { [taskFieldOf(source)]: taskId };
  }
  const tokenOf = (file: SourceFile | undefined): string => {
    if (!file?.token) throw nothing;
    return file.token.token;
  };
  switch (source.kind) {
    case 'none':
      return {};
    case 'views': {
      const inSlots = VIEW_SLOTS.map((slot) => record.sources.find((file) => file.slot === slot));
      return { inputs: inSlots.map((file) => (file ? tokenOf(file) : '')) };
    }
    default:
      return { input: tokenOf(record.sources[0]) };
  }
}

/**
 * Creates a task, at most once for each decision of the user, and only within the budget: the price is reserved and
 * the intent is on disk before the first byte, and an unconfirmed POST is never simply repeated. Returns the task id.
 * Throws `over_cap` or `PausedRun` if the budget does not allow it, `outcome_unknown` if the outcome cannot be
 * determined, and a retryable AppError if nothing was sent. An existing intent is sent as it was stored; one that
 * created no task is replaced if the payer belongs to another key by now.
 */
export async function requestTask(request: TaskRequest, tools: Creation): Promise<string> {
  const { payer, step } = request;
  const { intents, budget, client } = tools;
  const hasTask = (): boolean => mayHaveTask(intents.findStanding(payer.id, step));
  if (!hasTask()) await budget.reserve(payer, step, client);
  try {
    const earlier = findOrderOfEarlierKey(request, tools);
    if (earlier) {
      const found = await findEarlierTask(earlier, tools);
      if (found?.taskId) return found.taskId;
      intents.mark(earlier.id, 'abandoned');
      // The reservation ended with the order.
      await budget.reserve(payer, step, client);
    }
    return await sendUntilBound(request, await request.prepare(), tools);
  } catch (error) {
    if (!hasTask()) budget.release(payer, step);
    throw error;
  }
}

async function sendUntilBound({ payer, step }: TaskRequest, body: AnyValues, tools: Creation): Promise<string> {
  const { intents, client } = tools;
  let intent = intents.findStanding(payer.id, step) ?? prepareIntent(payer, step, body, tools);
  if (intent.serviceId !== client.profile.id) {
    throw new AppError('no_api_key', message('task.other-key'), { subject: message('subject.service-of-job') });
  }
  while (intent.taskId === null) {
    intent = intent.state === 'prepared' ? await sendPrepared(intent, tools) : await settleIntent(intent, tools);
  }
  return intent.taskId;
}

/** An order without a task that was prepared with the payer's earlier key, whose uploads it contains. */
function findOrderOfEarlierKey({ payer, step }: TaskRequest, { intents, client }: Creation): Intent | null {
  const { id } = client.profile;
  const intent = intents.findStanding(payer.id, step);
  return intent?.state === 'prepared' && intent.serviceId !== id && payer.serviceId === id ? intent : null;
}

/** Checks the request completely, then stores it with its nonce, `client_ref`. */
function prepareIntent(payer: Payer, step: number, wanted: AnyValues, tools: Creation): Intent {
  const { client, intents, system } = tools;
  const { operation } = payer.steps[step] as Payer['steps'][number];
  const id = system.random.uuid();
  const body = { ...wanted, client_ref: id };
  const context = toClientContext({ deployment: client.profile.deployment, now: system.clock.now() });
  const checked = checkRequest(OPERATIONS[operation], body, context);
  if (!checked.ok) throw new AppError('bad_request', checked.issues[0].detail ?? checked.issues[0].message);
  const text = JSON.stringify(body);
  // It would be charged without effect.
  if (containsReference(text)) {
    throw new AppError('bad_request', message('jobs.local-image-not-accepted'));
  }
  return intents.prepare({ id, jobId: payer.id, step, serviceId: client.profile.id, operation, body: text });
}

/** Sends an order, unless it has a task already. */
async function sendPrepared(intent: Intent, tools: Creation): Promise<Intent> {
  return (await findEarlierTask(intent, tools)) ?? sendIntent(intent, tools);
}

/** The order with the task of an attempt that was refused for now; null: it has none. Throws `outcome_unknown` in doubt. */
async function findEarlierTask(intent: Intent, tools: Creation): Promise<Intent | null> {
  if (intent.sentAt === null) return null;
  const search = await searchTask(intent, await listingDelayMs(intent.sentAt, tools.client), tools);
  if (search.bound || search.isClean) return search.bound;
  tools.intents.mark(intent.id, 'ambiguous');
  throw noConfirmation(intent);
}

/** Time until a task of an order sent at `sentAt` is listed for certain, ms. */
async function listingDelayMs(sentAt: number, client: ServiceClient): Promise<number> {
  const delayMs = Math.min(MAX_LISTING_DELAY_MS, client.profile.resend.settleMs);
  const passedMs = (await client.serverTime()) - sentAt;
  return Math.min(delayMs, Math.max(0, delayMs - passedMs));
}

/** One attempt: marked on disk, sent, its outcome recorded. */
async function sendIntent(intent: Intent, tools: Creation): Promise<Intent> {
  const { path }: Operation = OPERATIONS[intent.operation as keyof typeof OPERATIONS];
  const leave = await tools.client.admit(path, tools.signal);
  try {
    return await sendAdmitted(intent, path, tools);
  } finally {
    leave();
  }
}

async function sendAdmitted(intent: Intent, path: string, tools: Creation): Promise<Intent> {
  const { client, intents, signal, budget } = tools;
  const sentAt = await client.serverTime();
  if (!client.profile.free && !budget.isReserved(intent)) throw new Error(`Intent ${intent.id} has no reservation`);
  // Last check at which stopping costs nothing.
  signal.throwIfAborted();
  const { requestId } = intents.markSending(intent.id, sentAt);
  const outcome = await client.create(path, intent.body, requestId as string);
  switch (outcome.kind) {
    case 'created':
      // The id of a task of another order is not evidence about this one.
      if (intents.isTaken(outcome.taskId)) return intents.mark(intent.id, 'ambiguous');
      return intents.bind(intent.id, outcome.taskId);
    case 'refused':
      intents.mark(intent.id, 'rejected');
      throw outcome.error;
    case 'not_sent':
    case 'try_later':
      if (outcome.kind === 'not_sent') intents.unmarkSending(intent);
      else intents.mark(intent.id, 'prepared');
      throw new AppError(outcome.error.code, outcome.error.detail, {
        retryable: true,
        requestId: outcome.error.requestId,
        cause: outcome.error,
        ...(outcome.error.retryAt === null ? {} : { retryAt: outcome.error.retryAt }),
      });
    case 'ambiguous':
      return intents.mark(intent.id, 'ambiguous');
  }
}

/** Searches for the task of a lost response; sends again only if the service's profile allows it. */
async function settleIntent(intent: Intent, tools: Creation): Promise<Intent> {
  const { client, intents } = tools;
  if (intent.state === 'sending') intents.mark(intent.id, 'ambiguous');
  const search = await searchTask(intent, client.profile.resend.settleMs, tools);
  if (search.bound) return search.bound;
  if (search.isClean && (await maySendAgain(intent, tools))) {
    const ready = intents.mark(intent.id, 'prepared');
    tools.throwIfStopped?.();
    return sendIntent(ready, tools);
  }
  throw noConfirmation(intent);
}

/** Result of a search for the task of an order. */
interface TaskSearch {
  /** The order with its task; null: none was found. */
  readonly bound: Intent | null;
  /** True if complete scans prove that there is none yet. */
  readonly isClean: boolean;
}

/** Searches for the task of an order until `settleMs` have passed and nothing was found twice. */
async function searchTask(intent: Intent, settleMs: number, tools: Creation): Promise<TaskSearch> {
  const { client, intents, signal, system } = tools;
  // A service that was suspended still processes requests in its sockets after it resumes: settling starts
  // with its first response.
  let answeredAt: number | null = null;
  let cleanScans = 0;
  for (let scans = 1; ; scans++) {
    const { tasksOf, isComplete } = await findUnknownTasks(client, intents, intent.sentAt ?? 0, () => [intent]);
    // Another order may have got it in the meantime.
    const own = tasksOf(intent.id).filter((task) => !intents.isTaken(task.task_id));
    if (own.length > 0) return { bound: attachTask(intent, own, tools), isClean: false };
    answeredAt ??= system.clock.elapsed();
    const hasSettled = system.clock.elapsed() - answeredAt >= settleMs;
    if (isComplete && hasSettled) cleanScans += 1;
    // A history too long to be read completely proves nothing, however often it is read.
    if (cleanScans >= CLEAN_SCANS || (hasSettled && !isComplete)) {
      return { bound: null, isClean: cleanScans >= CLEAN_SCANS };
    }
    await system.clock.pause(LOOK_PAUSES_MS[Math.min(scans, LOOK_PAUSES_MS.length) - 1] as number, signal);
  }
}

function noConfirmation({ requestId }: Intent): AppError {
  return new AppError('outcome_unknown', message('task.no-confirmation'), { requestId });
}

/** Assigns the earliest task; a second task of one order was charged as well and is reported. */
function attachTask(
  intent: Intent,
  [first, ...more]: readonly UnknownTask[],
  { intents, onDuplicate }: Pick<Creation, 'intents' | 'onDuplicate'>,
): Intent {
  if (!first) throw new Error(`Nothing was found of intent ${intent.id}`);
  const bound = intents.bind(intent.id, first.task_id);
  for (const task of more) onDuplicate(bound, task);
  return bound;
}

/**
 * True if an order that no search finds may be sent again automatically: if the profile allows it, the operation is known
 * to echo the nonce, the service holds no unexplained credits, and the budget allows it.
 */
async function maySendAgain(intent: Intent, { client, intents, budget, explainedHolds }: Creation): Promise<boolean> {
  const { kind, resend, id, free } = client.profile;
  if (resend.mode !== 'auto' || intent.attempt >= MAX_SENDINGS) return false;
  if (kind !== 'local' && !free) {
    if (!intents.hasEcho(id, intent.operation)) return false;
    const { frozen } = await client.getBalance();
    const explained = explainedHolds();
    if (explained === null || frozen > explained) return false;
  }
  return budget.affords(intent, client);
}
