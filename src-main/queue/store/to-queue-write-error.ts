import { AppError } from '../../../src-shared/base/errors.ts';
import { isDiskFull } from '../../base/files/is-disk-full.ts';
import { isUnwritable } from '../../base/sqlite/sqlite-errors.ts';
import { message } from '../../../src-shared/messages/message.ts';

/**
 * An error of a write to the queue's database as a person sees it: a full disk is `disk_full`, a failing or read-only one
 * `folder_unwritable`; every other error stays as it is.
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
