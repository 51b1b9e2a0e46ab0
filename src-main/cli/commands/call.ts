import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { SYSTEM, type System } from '../../base/system.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import { assertWritable } from '../../folders/export-folder.ts';
import { backoffMs } from '../../service-client/rates/backoff.ts';
import { placeOrder, type Order } from '../../pipeline/steps/create.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
import { createTaskFollower } from '../../pipeline/steps/follow-tasks.ts';
import { presignFormatOf } from '../../pipeline/steps/upload.ts';
import { openQueueDatabase } from '../../queue/store/queue-database.ts';
import { createIntentStore } from '../../queue/store/intent-store.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { fetchTask, type TaskResponse } from '../../service-client/parse-task-response.ts';
import { resolveHome, type Home } from '../../settings/home.ts';
import { printResult, maskControlCharacters, type CommandResult } from '../lib/output/command-result.ts';
import {
  padViewSlots,
  setFileToken,
  readRequestBody,
  parseUploadArgument,
  type UploadArgument,
} from '../lib/input/request-body.ts';
import { checkCall, parseOperationName, toInvalidRequestResult } from '../lib/check-call.ts';
import { fetchOutputs } from '../lib/fetch-outputs.ts';
import { openAccount, type Account } from '../lib/open/open-account.ts';

/** Exit status after the person interrupted. */
const INTERRUPTED = 130;
/** Times the service may ask to wait before the call gives up; nothing was created until then. */
const MAX_WAITS = 8;
/** Stands in for tokens that only an upload brings. */
const NO_TOKEN = 'file_not_uploaded_yet';

/** One order of the command line. */
export interface CallRequest {
  readonly operation: Order['operation'];
  readonly body: AnyValues;
  readonly uploads: readonly UploadArgument[];
  readonly outFolder: string;
}

/**
 * `dropforge call`: any operation at the service in use, checked, ordered once through the same intents as every job,
 * followed, and its outputs fetched; with `--check` only checked, without contacting anything.
 */
export async function call(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      body: { type: 'string' },
      upload: { type: 'string', multiple: true, default: [] },
      check: { type: 'boolean', default: false },
      out: { type: 'string', default: '.' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const home = resolveHome(values.home, process.env);
  const account = openAccount(home);
  return printResult(values.json, async () => {
    const operation = parseOperationName(positionals);
    const uploads = values.upload.map(parseUploadArgument);
    for (const upload of uploads) await checkFile(upload);
    const body = await readRequestBody(values.body);
    const wanted = { operation, body, uploads, outFolder: path.resolve(values.out) };
    const checked = checkCall(
      operation,
      placeTokens(wanted, () => NO_TOKEN),
      account.deployment(),
    );
    if (!checked.ok) return toInvalidRequestResult(operation, checked.issues);
    return values.check ? checked.answer : runCall(wanted, account, home);
  }).finally(() => account.close());
}

/** Orders, follows and fetches; answers the task as the service tells it. Waits where the service asks for it. */
export async function runCall(
  wanted: CallRequest,
  account: Pick<Account, 'client'>,
  home: Pick<Home, 'path'>,
  system: System = SYSTEM,
): Promise<CommandResult> {
  await assertWritable(wanted.outFolder);
  const abort = new AbortController();
  const interrupt = (): void => abort.abort(new Interrupted());
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const database = openQueueDatabase(home.path);
  try {
    const client = await account.client();
    const order = await upload(wanted, client, abort.signal);
    const intents = createIntentStore(database, system);
    const taskId = await orderWithRetry(order, { client, intents, signal: abort.signal, system });
    say(`Task ${taskId}`);
    await follow(taskId, client, account, abort.signal);
    const data = await client.query('GET', ENDPOINTS.getTask.path.replace(':task_id', taskId));
    const task = fetchTask(data) ?? unreadable();
    const work = path.join(home.path, 'calls', taskId);
    const tools = { client, signal: abort.signal };
    const paths = task.status === 'success' ? await fetchOutputs(task, wanted.outFolder, work, tools) : [];
    for (const file of paths) process.stdout.write(`${file}\n`);
    say(outcomeOf(task));
    return { data, text: '', status: task.status === 'success' ? 0 : 1 };
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    say('Interrupted. What was ordered goes on at the service; “dropforge usage” lists it.');
    return { data: { code: 'interrupted', status: 'error', message: 'Interrupted.' }, text: '', status: INTERRUPTED };
  } finally {
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
    database.close();
  }
}

/** The person asked to stop. */
class Interrupted extends Error {}

async function upload(wanted: CallRequest, client: ServiceClient, signal: AbortSignal): Promise<Order> {
  const tokens = new Map<UploadArgument, string>();
  for (const each of wanted.uploads) {
    say(`Sending ${path.basename(each.filePath)}`);
    const format = presignFormatOf(path.basename(each.filePath));
    tokens.set(each, await client.upload(each.filePath, format, signal, () => undefined));
  }
  const body = placeTokens(wanted, (each) => tokens.get(each) as string);
  return { jobId: `call-${randomUUID()}`, step: 0, operation: wanted.operation, body };
}

interface Ordering {
  readonly client: ServiceClient;
  readonly intents: IntentStore;
  readonly signal: AbortSignal;
  readonly system: System;
}

/** Orders once. Where the service asks to wait, nothing was created, so the same intent goes out again after the pause. */
async function orderWithRetry(order: Order, tools: Ordering): Promise<string> {
  const { intents, signal, system } = tools;
  try {
    for (let waits = 0; ; waits++) {
      signal.throwIfAborted();
      try {
        return await placeOrder(order, {
          ...tools,
          explainedHolds: () => null,
          onDuplicate: (_, task) => say(`A second task of this order was found: ${task.task_id}.`),
        });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'rate_limited' || waits === MAX_WAITS) throw error;
        say('The service asks to wait.');
        const { clock, random } = system;
        await clock.pause(backoffMs(waits, error.retryAt, clock.now(), random.share), signal);
      }
    }
  } catch (error) {
    // Nobody takes this call up again, so an order that was not sent is over.
    const standing = intents.findStanding(order.jobId, order.step);
    if (standing?.state === 'prepared') intents.mark(standing.id, 'abandoned');
    throw error;
  }
}

async function follow(
  taskId: string,
  client: ServiceClient,
  account: Pick<Account, 'client'>,
  signal: AbortSignal,
): Promise<void> {
  const follower = createTaskFollower(() => account.client());
  let shown = '';
  const show = (words: string): void => {
    if (words !== shown) say(words);
    shown = words;
  };
  try {
    await follower.follow(
      taskId,
      client.profile.id,
      {
        onTask: ({ status }) => show(status),
        onTrouble: (error) => error && show(`The service cannot be asked now (${error.code}); trying again.`),
      },
      signal,
    );
  } finally {
    follower.close();
  }
}

function placeTokens({ operation, body, uploads }: CallRequest, tokenOf: (each: UploadArgument) => string): AnyValues {
  const placed = uploads.reduce<AnyValues>(
    (given, each) => setFileToken(given, each.field, tokenOf(each), presignFormatOf(path.basename(each.filePath))),
    body,
  );
  return OPERATIONS[operation].source.kind === 'views' && uploads.length > 0 ? padViewSlots(placed) : placed;
}

/** Everything about a file that shows without sending it. */
async function checkFile({ filePath }: UploadArgument): Promise<void> {
  const name = path.basename(filePath);
  presignFormatOf(name);
  const { size } = await stat(filePath).catch((error: unknown) => {
    throw toSourceError(error, name);
  });
  if (size === 0) throw new AppError('file_empty', '', { subject: name });
  if (size > LIMITS.uploadBytesSent) {
    throw new AppError('file_too_large', 'The service takes at most 150 MB.', { subject: name });
  }
}

function outcomeOf(task: TaskResponse): string {
  const { status, strangeStatus, credits_consumed: credits, error_message: message, error_code: code } = task;
  const words = [strangeStatus ?? status, message, code ? `(${code})` : null].filter(Boolean).join(' ');
  return `Task ${task.task_id}: ${words}${credits == null ? '' : `, ${formatCredits(credits)} credits`}`;
}

function unreadable(): never {
  throw new AppError('service_error', 'It answered something that is not in its interface.');
}

function say(words: string): void {
  process.stderr.write(`${maskControlCharacters(words)}\n`);
}
