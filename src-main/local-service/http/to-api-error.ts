import type { FastifyError } from 'fastify';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { isDiskFull } from '../../base/files/is-disk-full.ts';
import { ApiError } from '../api-error.ts';

/** Whatever was thrown on the way to an answer, as a fault; the framework's own refusals become codes of part 7. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode, message } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(2021, `The body is larger than ${LIMITS.requestBodyBytes / (1024 * 1024)} MB.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(1003, 'This endpoint does not accept this content type.', { http: 415 });
    case 'FST_ERR_BAD_URL':
      return new ApiError(4001, 'The path is invalid.');
  }
  if (statusCode !== undefined && statusCode < 500) {
    return new ApiError(1003, `The request is invalid: ${message ?? 'it is malformed'}.`.replace(/\.\.$/, '.'));
  }
  if (isDiskFull(error)) return new ApiError(1000, 'The disk is full. Free space, then try again.');
  console.error('A request failed:', error);
  return new ApiError(1000, 'The service could not respond because of an internal error.');
}
