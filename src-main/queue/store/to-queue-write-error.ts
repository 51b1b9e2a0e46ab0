import { AppError } from '../../../src-shared/base/errors.ts';
import { isDiskFull } from '../../base/files/is-disk-full.ts';
import { isUnwritable } from '../../base/sqlite/sqlite-errors.ts';
import { message } from '../../../src-shared/messages/message.ts';

/**
 * Maps a write error of the queue's database for the user: a full disk is `disk_full`, a failing or read-only one
 * `folder_unwritable`; every other error is unchanged.
 */
export function toQueueWriteError(thrown: unknown): unknown {
  if (!isUnwritable(thrown)) return thrown;
  const options = { subject: 'queue.db', cause: thrown };
  if (isDiskFull(thrown)) return new AppError('disk_full', '', options);
  return new AppError(
    'folder_unwritable',
    message('home.sqlite-reports', { code: (thrown as Error).message }),
    options,
  );
}
