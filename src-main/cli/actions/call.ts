import { stat } from 'node:fs/promises';
import path from 'node:path';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { SYSTEM, type System } from '../../base/system.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import { assertWritable } from '../../folders/export-folder.ts';
import { presignFormatOf } from '../../pipeline/steps/upload.ts';
import { openQueueStore } from '../../queue/store/queue-store.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { TaskResponse } from '../../service-client/task-response.ts';
import type { Home } from '../../settings/home.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { Spending } from '../../../src-shared/settings/settings.ts';
import { confirmSpending, type SpendingConsent } from '../lib/input/confirm-spending.ts';
import { buyTask } from '../lib/buy-task.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import {
  padViewSlots,
  setFileToken,
  readRequestBody,
  parseUploadArgument,
  type UploadArgument,
} from '../lib/input/request-body.ts';
import { checkCall, parseOperationName, toInvalidRequestResult } from '../lib/check-call.ts';
import { fetchOutputs } from '../lib/fetch-outputs.ts';
import { withAccount, type Account } from '../lib/open/open-account.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { runInterruptible } from '../lib/interrupt.ts';

/** Placeholder for the token of a file that is not uploaded yet. */
const NO_TOKEN = 'file_not_uploaded_yet';

/** The task may be charged, and nothing resumes a call. */
const IF_INTERRUPTED =
  'A task that was created continues at the service: “dropforge usage” lists it, and “dropforge tasks ID --out DIR” downloads its outputs, free of charge.';

/** A request to a service, with files to upload into its fields. */
export interface CallRequest {
  readonly operation: OperationName;
  readonly body: AnyValues;
  readonly uploads: readonly UploadArgument[];
  readonly outFolder: string;
}

/** Arguments and options of `dropforge call`. */
export interface CallInput extends SpendingConsent {
  /** Name of the operation, with dashes or underscores. */
  readonly operation: string;
  readonly body: string | undefined;
  readonly upload: readonly string[];
  readonly check: boolean;
  readonly out: string | undefined;
}

/**
 * Runs any operation at the service in use: checks the request, orders it once through the same intents as every job, follows
 * the task and downloads its outputs. With `check` it only checks, without contacting anything.
 */
export async function call(input: CallInput, { home }: CommandContext): Promise<CommandResult> {
  const { check, out } = input;
  const operation = parseOperationName(input.operation);
  return withAccount(home, async (account) => {
    const uploads = input.upload.map(parseUploadArgument);
    for (const upload of uploads) await checkFile(upload);
    const body = await readRequestBody(input.body);
    const request = { operation, body, uploads, outFolder: path.resolve(out ?? '.') };
    const checked = checkCall(
      operation,
      placeTokens(request, () => NO_TOKEN),
      account.deployment(),
    );
    if (!checked.ok) return toInvalidRequestResult(operation, checked.issues);
    const limits = () => account.settings.get().spending;
    return check ? checked.answer : runCall(request, account, home, { consent: input, limits });
  });
}

/** Terms of a call: the limits of the settings, and how the user agrees to the cost. */
export interface CallTerms {
  readonly consent: SpendingConsent;
  limits(): Spending;
}

/**
 * Orders an operation, follows its task and downloads its outputs; returns the task as the service answers it. Waits where
 * the service asks for it. Throws `needs_yes` and `over_cap` before anything is uploaded.
 */
export async function runCall(
  request: CallRequest,
  account: Pick<Account, 'client'>,
  home: Pick<Home, 'path'>,
  { consent, limits }: CallTerms,
  system: System = SYSTEM,
): Promise<CommandResult> {
  await assertWritable(request.outFolder);
  return runInterruptible(async (signal) => {
    const store = openQueueStore(home.path, system);
    try {
      const client = await account.client();
      const connect = (): Promise<ServiceClient> => account.client();
      const prepare = (): Promise<AnyValues> => uploadFiles(request, client, signal);
      const terms = { limits, confirm: (plan: SpendingPlan) => confirmSpending(plan, consent) };
      const { data, task } = await buyTask(
        { ...request, prepare },
        { client, connect, store, signal, system, say },
        terms,
      );
      if (task.status === 'success') await download(task, request, home, { client, signal });
      say(outcomeOf(task));
      return { data, text: '', status: task.status === 'success' ? 0 : 1 };
    } finally {
      store.close();
    }
  }, IF_INTERRUPTED);
}

/** Uploads the files; returns the request with their tokens. */
async function uploadFiles(request: CallRequest, client: ServiceClient, signal: AbortSignal): Promise<AnyValues> {
  const tokens = new Map<UploadArgument, string>();
  for (const each of request.uploads) {
    say(`Uploading ${path.basename(each.filePath)}`);
    const format = presignFormatOf(path.basename(each.filePath));
    tokens.set(each, await client.upload(each.filePath, format, signal, () => undefined));
  }
  return placeTokens(request, (each) => tokens.get(each) as string);
}

/** Downloads the outputs of a task. A failure costs nothing, so the user learns how to download them later. */
async function download(
  task: TaskResponse,
  { operation, outFolder }: CallRequest,
  home: Pick<Home, 'path'>,
  tools: { readonly client: ServiceClient; readonly signal: AbortSignal },
): Promise<void> {
  try {
    const { outputs } = OPERATIONS[operation];
    await fetchOutputs(task, outputs, { folder: outFolder, home: home.path }, tools);
  } catch (error) {
    say(`To download the outputs later, free of charge: dropforge tasks ${task.task_id} --out DIR`);
    throw error;
  }
}

function placeTokens({ operation, body, uploads }: CallRequest, tokenOf: (each: UploadArgument) => string): AnyValues {
  const placed = uploads.reduce<AnyValues>(
    (given, each) => setFileToken(given, each.field, tokenOf(each), presignFormatOf(path.basename(each.filePath))),
    body,
  );
  return OPERATIONS[operation].source.kind === 'views' && uploads.length > 0 ? padViewSlots(placed) : placed;
}

/** Throws where a file cannot be uploaded: wrong format, missing, empty, or too large. */
async function checkFile({ filePath }: UploadArgument): Promise<void> {
  const name = path.basename(filePath);
  presignFormatOf(name);
  const { size } = await stat(filePath).catch((error: unknown) => {
    throw toSourceError(error, name);
  });
  if (size === 0) throw new AppError('file_empty', '', { subject: name });
  if (size > LIMITS.uploadBytesSent) {
    throw new AppError('file_too_large', 'The service accepts at most 150 MB.', { subject: name });
  }
}

function outcomeOf(task: TaskResponse): string {
  const { status, strangeStatus, credits_consumed: credits, error_message: message, error_code: code } = task;
  const words = [strangeStatus ?? status, message, code ? `(${code})` : null].filter(Boolean).join(' ');
  return `Task ${task.task_id}: ${words}${credits == null ? '' : `, ${groupThousands(formatCredits(credits))} credits`}`;
}

function say(words: string): void {
  process.stderr.write(`${maskControlCharacters(words)}\n`);
}
