import type { ApiError } from '../api-error.ts';

/** Content type of every envelope. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A successful answer (spec 2.1). */
export function toSuccess<T>(data: T): { code: 0; status: 'success'; data: T } {
  return { code: 0, status: 'success', data };
}

/** An error answer (spec 2.1). */
export function toErrorBody(fault: ApiError, requestId: string) {
  const { code, message, suggestion } = fault;
  return { code, status: 'error', message, suggestion, request_id: requestId };
}
