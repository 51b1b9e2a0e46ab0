import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ENDPOINTS } from '../../../../src-shared/api/protocol/endpoints.ts';
import { sendFastResponse, parseSafeJson, findLocalKey, withCompleteBody } from './fast-request.ts';
import type { RateLimiter } from '../checks/rate-limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import { readRequestId } from '../standard-headers.ts';
import type { SerializedResponse, TaskResponseCache } from './task-response-cache.ts';
import { parseTaskIds } from '../routes/task-routes.ts';
import { runAfterParsing } from './after-parsing.ts';

const { getTask, listTasks } = ENDPOINTS;
const TASK = getTask.path.slice(0, getTask.path.indexOf(':'));

/**
 * The way of plain task queries (spec 4.5) past the framework, whose own work is more than that of the answer: a valid
 * key, known tasks, a body that came with its head, within the rate. Everything else is left to `otherwise` as it came,
 * uncounted.
 */
export function createFastQuery(
  parts: Pick<ServiceContext, 'isValidKey' | 'baseUrl'>,
  rates: RateLimiter,
  texts: TaskResponseCache,
  otherwise: RequestListener,
): RequestListener {
  /** False when there is nothing to answer, or when the request is one too many, which is not counted. */
  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    text: SerializedResponse | null,
  ): boolean {
    const rate = text && rates(key, 'query');
    if (!rate || rate.exceeded) return false;
    sendFastResponse(readRequestId(request), response, rate, text);
    return true;
  }

  return (request, response) => {
    const { method, url = '', headers } = request;
    const isOne = method === getTask.method && url.startsWith(TASK) && headers['content-length'] === undefined;
    const isBatch = method === listTasks.method && url === listTasks.path;
    const key = isOne || isBatch ? findLocalKey(request, parts) : null;
    if (key === null) return otherwise(request, response);
    if (isOne) {
      return runAfterParsing(() => {
        if (!answer(request, response, key, texts.one(url.slice(TASK.length)))) otherwise(request, response);
      });
    }
    const take = (body: Buffer) =>
      answer(
        request,
        response,
        key,
        texts.many(body, () => readPlainIds(body.toString())),
      );
    withCompleteBody(request, response, take, otherwise);
  };
}

/** Null where the framework is to say what is wrong. */
function readPlainIds(text: string): readonly string[] | null {
  try {
    return parseTaskIds(parseSafeJson(text));
  } catch {
    return null;
  }
}
