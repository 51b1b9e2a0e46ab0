import { toMessageFields } from '../../../src-shared/api/protocol/message-fields.ts';
import type { ApiError } from '../api-error.ts';

/** Content type of every envelope. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A success response (spec 2.1). */
export function toSuccess<T>(data: T): { code: 0; status: 'success'; data: T } {
  return { code: 0, status: 'success', data };
}

/** An error response (spec 2.1); the message's id and parameters are an extension, for clients that translate it. */
export function toErrorBody(fault: ApiError, requestId: string) {
  const { code, message, detail, suggestion } = fault;
  const fields = toMessageFields(detail, 'message');
  return { code, status: 'error', message, ...fields, suggestion, request_id: requestId };
}
