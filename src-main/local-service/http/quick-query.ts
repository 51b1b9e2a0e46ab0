import type { IncomingMessage, ServerResponse } from 'node:http';
import { ENDPOINTS } from '../../../src-shared/api/endpoints.ts';
import { readBearer } from './authenticate.ts';
import { isOwnOrigin } from './check-origin.ts';
import { JSON_TYPE } from './envelope.ts';
import type { RateWindow } from './rate-window.ts';
import type { ServiceParts } from './service-parts.ts';
import { readRequestId, toStandardHeaders } from './standard-headers.ts';
import type { AnswerText, TaskTexts } from './task-texts.ts';
import { readTaskIds } from './tasks.ts';

/** Answers a request, or leaves it as it came, uncounted, and calls `otherwise`. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void;

const { getTask, listTasks } = ENDPOINTS;
const TASK = getTask.path.slice(0, getTask.path.indexOf(':'));

/** What the framework's parser looks at more closely. */
const NOT_PLAIN = /\\|__proto__|constructor/;

/**
 * The way of plain task queries (spec 4.5) past the framework, whose own work is more than that of the answer: a valid
 * key, known tasks, a body that came with its head, within the rate. Everything else, every refusal among it, is the
 * framework's.
 */
export function createQuickQuery(
  { isValidKey, baseUrl }: Pick<ServiceParts, 'isValidKey' | 'baseUrl'>,
  rates: RateWindow,
  texts: TaskTexts,
): QuickAnswer {
  /** False when the request is one too many, which is not counted. */
  function answer(request: IncomingMessage, response: ServerResponse, key: string, text: AnswerText): boolean {
    const rate = rates(key, 'query');
    if (rate.exceeded) return false;
    const headers = toStandardHeaders(readRequestId(request), rate);
    headers.push('content-type', JSON_TYPE, 'content-length', text.bytes);
    response.writeHead(200, headers).end(text.content);
    return true;
  }

  function answerBatch(request: IncomingMessage, response: ServerResponse, key: string): boolean {
    if (request.readableLength !== Number(request.headers['content-length'])) return false;
    const body = request.read() as Buffer | null;
    if (!body) return false;
    const text = texts.many(body, () => readPlainIds(body.toString()));
    if (!text || !answer(request, response, key, text)) {
      request.unshift(body);
      return false;
    }
    request.resume();
    return true;
  }

  return (request, response, otherwise) => {
    const { method, url = '', headers } = request;
    const isOne = method === getTask.method && url.startsWith(TASK) && headers['content-length'] === undefined;
    const isBatch = method === listTasks.method && url === listTasks.path;
    if ((!isOne && !isBatch) || headers['transfer-encoding'] !== undefined) return otherwise();
    const key = readBearer(request);
    if (key === undefined || !isOwnOrigin(headers, baseUrl()) || !isValidKey(key)) return otherwise();
    if (isOne) {
      const text = texts.one(url.slice(TASK.length));
      if (!text || !answer(request, response, key, text)) otherwise();
      return;
    }
    if (headers['content-type'] !== 'application/json') return otherwise();
    // By then what came with the head is parsed: the whole body, or it is a slow one.
    process.nextTick(() => {
      if (!answerBatch(request, response, key)) otherwise();
    });
  };
}

/** Null where the framework is to say what is wrong. */
function readPlainIds(text: string): readonly string[] | null {
  if (NOT_PLAIN.test(text)) return null;
  try {
    return readTaskIds(JSON.parse(text));
  } catch {
    return null;
  }
}
