import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';
import type { ServiceErrorCode } from '../../../src-shared/api/protocol/error-codes.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { OperationError, type OperationErrorCode } from '../../engine/base/errors/operation-error.ts';
import { ModelError, type ModelErrorCode } from '../../engine/base/errors/model-error.ts';
import { ImageError, type ImageErrorCode } from '../../engine/base/image/image.ts';
import { isDiskFull } from '../../base/files/is-disk-full.ts';
import { ApiError } from '../api-error.ts';
import { StorageError, toLogText } from '../files/s3/storage-error.ts';

/** The engine's errors as codes of spec part 7; 2003, 2004 and 2007 have extended meanings. */
const REFUSALS: Readonly<Record<ImageErrorCode | ModelErrorCode | OperationErrorCode, ServiceErrorCode>> = {
  not_a_picture: 2004,
  unsupported_file: 2004,
  not_a_model: 2004,
  unsupported: 2004,
  truncated: 2003,
  empty: 2003,
  too_large: 2022,
  'bad-option': 1004,
  'unknown-part': 1004,
  'empty-model': 2007,
};

/** The failure of a task. Unexpected errors are internal errors: logged, and reported with a general message. */
export function toFailure(error: unknown): { code: ServiceErrorCode; message: MessageOrText } {
  if (error instanceof ImageError || error instanceof ModelError || error instanceof OperationError) {
    return { code: REFUSALS[error.code], message: error.detail };
  }
  if (error instanceof StorageError) console.error(toLogText(error));
  if (error instanceof ApiError) return { code: error.code, message: error.detail };
  if (isDiskFull(error)) return { code: 1000, message: serviceMessage('task-failure.disk-full') };
  console.error('A task failed:', error);
  return { code: 1000, message: serviceMessage('task-failure.internal-error') };
}
