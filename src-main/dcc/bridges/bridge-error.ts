import { AppError } from '../../../src-shared/base/errors.ts';
import { toDiskError } from '../../folders/disk-error.ts';

/** Translates what a disk said about a program's folder; a full disk stays one, anything unknown stays a bug. */
export function toBridgeError(thrown: unknown, place: string, host: string): unknown {
  const error = toDiskError(thrown, place);
  if (!(error instanceof AppError) || error.code !== 'folder_unwritable') return error;
  const detail = `Could not write to “${place}”. ${error.message} Grant write permission to the folder.`;
  return new AppError('bridge_failed', detail, { subject: host, cause: thrown });
}
