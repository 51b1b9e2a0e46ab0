import type { z } from 'zod';
import { REQUEST_ID_HEADER, successEnvelope } from '../../../src-shared/api/protocol/envelope.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { System } from '../../base/system.ts';
import type { NetworkResponse, Network } from './network.ts';
import type { ServiceProfile } from '../services/service-profile.ts';
import { parseErrorEnvelope, readRetryAt, toServiceError, toTransportError } from './to-app-error.ts';
import { message } from '../../../src-shared/messages/message.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

const ANSWER_TIMEOUT_MS = 30_000;
/** Maximum duration of a call, in ms: a body that arrives byte by byte never meets the limit between two pieces. */
const MAX_CALL_MS = 120_000;

interface Query<S extends z.ZodType> {
  readonly profile: ServiceProfile;
  readonly network: Network;
  readonly system: System;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly schema: S;
  readonly body: unknown;
  /** Ends the call; its reason is an AppError. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum duration of the call and of the wait for its response, in ms; absent: as for calls that only read. */
  readonly limitMs?: number | undefined;
}

/**
 * Sends one call that spends nothing and parses the data of its envelope. Redirects are refused, so the key is not sent
 * anywhere else; responses are plain JSON of at most 20 MB. Throws AppError only.
 */
export async function queryJson<S extends z.ZodType>(query: Query<S>): Promise<z.output<S>> {
  const { profile, network, system, method, path, schema, body, signal, limitMs } = query;
  const requestId = system.random.uuid();
  const late = new AbortController();
  const stopTimer = system.clock.after(limitMs ?? MAX_CALL_MS, () =>
    late.abort(new AppError('service_error', message('service.response-too-long'), { retryable: true, requestId })),
  );
  let answer: NetworkResponse;
  let text: string;
  try {
    answer = await network.ask({
      method,
      url: new URL(profile.baseUrl + path),
      headers: {
        authorization: `Bearer ${profile.apiKey}`,
        accept: 'application/json',
        [REQUEST_ID_HEADER]: requestId,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: signal ? AbortSignal.any([late.signal, signal]) : late.signal,
      responseTimeoutMs: limitMs ?? ANSWER_TIMEOUT_MS,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await readText(answer);
  } catch (error) {
    throw toTransportError(error, requestId);
  } finally {
    stopTimer();
  }
  const facts = { status: answer.status, requestId, retryAt: readRetryAt(answer, system.clock.now()) };
  if (answer.status !== 200) throw toServiceError(facts, parseErrorEnvelope(text));
  return parseAnswer(schema, text, requestId);
}

function parseAnswer<S extends z.ZodType>(schema: S, text: string, requestId: string): z.output<S> {
  try {
    return schema.parse(successEnvelope.parse(parseBoundedJson(text)).data);
  } catch (cause) {
    const detail = message('service.unexpected-response');
    throw new AppError('service_error', detail, { retryable: true, requestId, cause });
  }
}

async function readText(answer: NetworkResponse): Promise<string> {
  const encoding = answer.header('content-encoding');
  if (encoding !== undefined && encoding !== 'identity') {
    answer.discard();
    throw new AppError('service_error', message('service.encoding'), { retryable: true });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.byteLength;
    if (size > LIMITS.requestBodyBytes)
      throw new AppError('service_error', message('service.response-too-long'), { retryable: true });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
