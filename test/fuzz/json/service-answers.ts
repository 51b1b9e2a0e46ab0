import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorEnvelope } from '../../../src-shared/api/protocol/envelope.ts';
import { balanceResponse, presignResponse, usageRow } from '../../../src-shared/api/protocol/endpoints.ts';
import { createdTask, task } from '../../../src-shared/api/protocol/task.ts';
import { messageSchema } from '../../../src-shared/api/messages/message-schema.ts';
import { parseErrorEnvelope, toTaskError } from '../../../src-main/service-client/http/to-app-error.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import type { Network, NetworkRequest, NetworkResponse } from '../../../src-main/service-client/http/network.ts';
import { CLOUD_RESEND, type ServiceProfile } from '../../../src-main/service-client/services/service-profile.ts';
import { readMessageFields } from '../../../src-shared/api/protocol/message-fields.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import { errorInfoSchema } from '../../../src-shared/base/error-info-schema.ts';
import { toErrorInfo, AppError } from '../../../src-shared/base/errors.ts';
import { describeError } from '../../../src-shared/messages/describe-error.ts';
import type { Prng } from '../../simulation/prng.ts';
import type { FuzzInput, JsonTarget } from '../fuzz-target.ts';
import { hostileText, orRarely } from '../hostile-values.ts';
import { corruptJson, toJsonText } from './corrupt-json.ts';
import { valueOfSchema } from './value-of-schema.ts';

/** An answer, which one of the calls of the client gets. */
interface Answer {
  readonly call: (typeof CALLS)[number];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const CALLS = ['getTask', 'listTasks', 'getBalance', 'getUsage', 'create', 'upload', 'serverTime'] as const;
const TASK_ID = '00000000-0000-4000-8000-000000000000';
const STATUSES = [201, 204, 301, 400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503];
const HEADERS = [
  'retry-after',
  'x-ratelimit-reset',
  'x-ratelimit-remaining',
  'x-ratelimit-limit',
  'date',
  'content-encoding',
];
const HEADER_VALUES = [
  '0',
  '-1',
  '999999999',
  '9'.repeat(400),
  '1e9',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Invalid GMT',
  'gzip',
  '',
];

const PROFILE: ServiceProfile = {
  ...{ id: 'cloud:0', kind: 'cloud', baseUrl: 'https://service.example', apiKey: 'key-for-tests', pollMs: 1_000 },
  ...{ deployment: 'international', free: false, resend: CLOUD_RESEND },
};
const PRESIGNED = { presigned_url: 'https://files.example/a', file_token: 'a', expires_in: 60 };

/** The answers of a service, to the client of the app. */
export const serviceAnswers: JsonTarget = { kind: 'json', name: 'service-answers', quotesTexts: true, generate, run };

function generate(prng: Prng): string {
  const call = prng.pick(CALLS);
  const isError = prng.chance(0.35);
  const status = isError ? prng.pick(STATUSES) : 200;
  const envelope = isError ? errorOf(prng) : { code: 0, status: 'success', data: dataOf(prng, call) };
  const value = prng.chance(0.7) ? corruptJson(prng, envelope) : envelope;
  // Limits of an upload would be waited for.
  const headers = Object.fromEntries(
    HEADERS.filter(() => call !== 'upload' && prng.chance(0.1)).map((name) => [
      name,
      orRarely(prng, prng.pick(HEADER_VALUES), () => hostileText(prng)),
    ]),
  );
  const text = orRarely(prng, toJsonText(prng, value), () => hostileText(prng), 0.02);
  return JSON.stringify({ call, status, headers, text } satisfies Answer);
}

function errorOf(prng: Prng): Record<string, unknown> {
  const message = valueOfSchema(prng, messageSchema) as { id?: unknown; params?: unknown };
  return { ...(valueOfSchema(prng, errorEnvelope) as object), message_id: message.id, message_params: message.params };
}

function dataOf(prng: Prng, call: Answer['call']): unknown {
  switch (call) {
    case 'getTask':
      return valueOfSchema(prng, task);
    case 'listTasks':
      return { tasks: { [TASK_ID]: valueOfSchema(prng, task), x: {} }, missed: [TASK_ID] };
    case 'getUsage':
      return [valueOfSchema(prng, usageRow), valueOfSchema(prng, usageRow)];
    case 'create':
      return valueOfSchema(prng, createdTask);
    case 'upload':
      return valueOfSchema(prng, presignResponse);
    default:
      return valueOfSchema(prng, balanceResponse);
  }
}

let source: string | null = null;

async function run(input: FuzzInput): Promise<boolean> {
  const answer = JSON.parse(String(input)) as Answer;
  const client = createServiceClient(PROFILE, networkOf(answer));
  try {
    await callOf(client, answer);
    return true;
  } catch (error) {
    // What the queue stores and the page shows.
    if (error instanceof AppError) describeError(errorInfoSchema.parse(toErrorInfo(error)));
    throw error;
  } finally {
    await client.close();
  }
}

async function callOf(client: ReturnType<typeof createServiceClient>, { call, text }: Answer): Promise<void> {
  const { signal } = new AbortController();
  switch (call) {
    case 'getTask': {
      const { error_code: code, error_message: words, ...read } = await client.getTask(TASK_ID);
      toEnglish(toTaskError(code, words, readMessageFields(read, 'error_message')).detail);
      return;
    }
    case 'listTasks':
      await client.listTasks([TASK_ID, '__proto__', 'constructor']);
      return;
    case 'getBalance':
      await client.getBalance();
      return;
    case 'getUsage':
      await client.getUsage(0);
      return;
    case 'serverTime':
      await client.serverTime();
      return;
    case 'create': {
      parseErrorEnvelope(text);
      const outcome = await client.create('/v3/generation/text-to-model', '{}', TASK_ID);
      if ('error' in outcome) throw outcome.error;
      return;
    }
    case 'upload': {
      if (source === null) {
        source = path.join(mkdtempSync(path.join(os.tmpdir(), 'dropforge-fuzz-upload-')), 'a.png');
        writeFileSync(source, 'a');
      }
      await client.upload(source, 'png', signal, () => undefined);
    }
  }
}

function networkOf({ call, status, headers, text }: Answer): Network {
  const header: NetworkResponse['header'] = (name) => headers[name];
  const respond = ({ method }: NetworkRequest): Promise<NetworkResponse> => {
    // A failed upload needs a URL first.
    const isPresign = call === 'upload' && status !== 200 && method === 'POST';
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(isPresign ? JSON.stringify({ code: 0, data: PRESIGNED }) : text);
    }
    return Promise.resolve({ status: isPresign ? 200 : status, header, body: body(), discard: () => undefined });
  };
  return {
    ask: respond,
    requestForeign: respond,
    sendOnce: () => Promise.resolve({ kind: 'answered', status, header, text }),
    close: () => Promise.resolve(),
  };
}
