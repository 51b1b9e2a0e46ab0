import type { RequestListener, ServerResponse } from 'node:http';
import { OPERATIONS, type OperationName } from '../../../../src-shared/api/operations.ts';
import { ApiError } from '../../api-error.ts';
import type { CreateTaskFromBody } from '../routes/create-routes.ts';
import { toErrorBody } from '../envelope.ts';
import { sendFastResponse, parseSafeJson, findLocalKey, withCompleteBody } from './fast-request.ts';
import type { RateState, RateLimiter } from '../checks/rate-limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import { readRequestId } from '../standard-headers.ts';
import type { SerializedResponse } from './task-response-cache.ts';
import { toApiError } from '../to-api-error.ts';

/**
 * The way of plain creations (spec 4.1–4.4) past the framework: a valid key, a JSON body that came with its head, within
 * the rate. What is wrong with such a request is answered here; everything else is left to `otherwise` as it came,
 * uncounted.
 */
export function createFastCreate(
  parts: Pick<ServiceContext, 'isValidKey' | 'baseUrl'>,
  rates: RateLimiter,
  create: CreateTaskFromBody,
  otherwise: RequestListener,
): RequestListener {
  const types = new Map((Object.keys(OPERATIONS) as OperationName[]).map((type) => [OPERATIONS[type].path, type]));

  return (request, response) => {
    const type = request.method === 'POST' ? types.get(request.url ?? '') : undefined;
    const key = type === undefined ? null : findLocalKey(request, parts);
    if (type === undefined || key === null) return otherwise(request, response);
    const take = (body: Buffer) => {
      const value = parseSafeJson(body.toString());
      if (value === undefined) return false;
      const rate = rates(key, OPERATIONS[type].rateClass);
      if (rate.exceeded) return false;
      void answer(readRequestId(request), response, rate, create(type, value));
      return true;
    };
    withCompleteBody(request, response, take, otherwise);
  };
}

/** Sends what a creation comes to, its fault too. */
async function answer(id: string, response: ServerResponse, rate: RateState, created: Promise<object>): Promise<void> {
  const result = await created.catch(toApiError);
  if (!(result instanceof ApiError)) return sendFastResponse(id, response, rate, toText(result));
  const headers = Object.entries(result.headers).flat();
  sendFastResponse(id, response, rate, toText(toErrorBody(result, id)), result.http, headers);
}

function toText(body: object): SerializedResponse {
  const content = JSON.stringify(body);
  return { content, bytes: Buffer.byteLength(content) };
}
