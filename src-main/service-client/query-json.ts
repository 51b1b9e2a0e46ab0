import { randomUUID } from 'node:crypto';
import { request, type Dispatcher } from 'undici';
import type { z } from 'zod';
import { REQUEST_ID_HEADER, successEnvelope } from '../../src-shared/api/envelope.ts';
import { LIMITS } from '../../src-shared/api/limits.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { ServiceProfile } from './service-profile.ts';
import { parseErrorEnvelope, readRetryAt, toServiceError, toTransportError } from './translate.ts';

interface Query<S extends z.ZodType> {
  readonly profile: ServiceProfile;
  readonly dispatcher: Dispatcher;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly schema: S;
  readonly body: unknown;
}

/**
 * One call that spends nothing: sent, its envelope opened, its data parsed. Redirects are refused, so the key goes
 * nowhere else; answers are plain JSON of at most 20 MB. Throws AppError only.
 */
export async function queryJson<S extends z.ZodType>(query: Query<S>): Promise<z.output<S>> {
  const { profile, dispatcher, method, path, schema, body } = query;
  const requestId = randomUUID();
  let answer: Dispatcher.ResponseData;
  let text: string;
  try {
    answer = await request(profile.baseUrl + path, {
      dispatcher,
      method,
      headers: {
        authorization: `Bearer ${profile.apiKey}`,
        accept: 'application/json',
        'accept-encoding': 'identity',
        [REQUEST_ID_HEADER]: requestId,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await readText(answer);
  } catch (error) {
    throw toTransportError(error, requestId);
  }
  const header = (name: string): string | undefined => [answer.headers[name]].flat()[0];
  const facts = { status: answer.statusCode, requestId, retryAt: readRetryAt(header, Date.now()) };
  if (answer.statusCode !== 200) throw toServiceError(facts, parseErrorEnvelope(text));
  return parseAnswer(schema, text, requestId);
}

function parseAnswer<S extends z.ZodType>(schema: S, text: string, requestId: string): z.output<S> {
  try {
    return schema.parse(successEnvelope.parse(JSON.parse(text)).data);
  } catch (cause) {
    const detail = 'It answered something that is not in its interface.';
    throw new AppError('service_error', detail, { retryable: true, requestId, cause });
  }
}

async function readText(answer: Dispatcher.ResponseData): Promise<string> {
  const encoding = answer.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    // Destroying a body says so as an error; nobody else listens by then.
    answer.body.on('error', () => undefined).destroy();
    throw new AppError('service_error', 'It answered in an encoding that was not asked for.', { retryable: true });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > LIMITS.requestBodyBytes)
      throw new AppError('service_error', 'Its answer is too long.', { retryable: true });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
