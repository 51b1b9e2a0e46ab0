import { AppError } from '../../../src-shared/base/errors.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Translates a disk error in a program's folder; disk_full and unknown errors are returned as they are. */
export function toBridgeError(thrown: unknown, place: string, host: string): unknown {
  const error = toDiskError(thrown, place);
  if (!(error instanceof AppError) || error.code !== 'folder_unwritable') return error;
  const detail = message('bridge.cannot-write', { folder: place, reason: error.detail });
  return new AppError('bridge_failed', detail, { subject: host, cause: thrown });
}
