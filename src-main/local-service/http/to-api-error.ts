import type { FastifyError } from 'fastify';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { isDiskFull } from '../../base/files/is-disk-full.ts';
import { ApiError } from '../api-error.ts';
import { StorageError, toLogText } from '../files/s3/storage-error.ts';

/** Converts anything thrown to an API error; the framework's errors become codes of part 7. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof StorageError) console.error(toLogText(error));
  if (error instanceof ApiError) return error;
  const { code, statusCode, message } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(2021, serviceMessage('api.body-too-large', { max: LIMITS.requestBodyBytes / (1024 * 1024) }));
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(1003, serviceMessage('api.content-type'), { http: 415 });
    case 'FST_ERR_BAD_URL':
      return new ApiError(4001, serviceMessage('api.path-unreadable'));
  }
  if (statusCode !== undefined && statusCode < 500) {
    const reason = message?.replace(/\.$/, '') ?? serviceMessage('api.request-malformed');
    return new ApiError(1003, serviceMessage('api.request-unreadable', { reason }));
  }
  if (isDiskFull(error)) return new ApiError(1000, serviceMessage('api.disk-full'));
  console.error('A request failed:', error);
  return new ApiError(1000, serviceMessage('api.internal-error'));
}
