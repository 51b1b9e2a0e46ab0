import { AppError } from '../../src-shared/base/errors.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';

/** Converts a disk error to a message with advice; unknown errors remain internal errors. `subject` names the item. */
export function toDiskError(thrown: unknown, subject: MessageOrText): unknown {
  if (thrown instanceof AppError) return thrown;
  const code = (thrown as NodeJS.ErrnoException | null)?.code;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('disk_full', '', { subject, cause: thrown });
    case 'EACCES':
    case 'EPERM':
    case 'EBUSY':
    case 'EROFS':
    case 'EIO':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOENT':
      return new AppError('folder_unwritable', message('file.system-code', { code }), { subject, cause: thrown });
    case 'ENAMETOOLONG':
      return new AppError('folder_unwritable', message('file.name-too-long'), { subject, cause: thrown });
    default:
      return thrown;
  }
}

/** As `toDiskError`, for the library. */
export function toLibraryError(thrown: unknown): unknown {
  return toDiskError(thrown, message('subject.library'));
}

/** Converts an error of reading the user's own file. */
export function toSourceError(thrown: unknown, subject: string): unknown {
  if (thrown instanceof AppError) return thrown;
  const code = (thrown as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new AppError('file_missing', '', { subject, cause: thrown });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EISDIR' || code === 'EIO' || code === 'ENXIO') {
    return new AppError('file_unreadable', message('file.system-code', { code }), { subject, cause: thrown });
  }
  if (code === 'ENAMETOOLONG') {
    return new AppError('file_unreadable', message('file.name-too-long'), { subject, cause: thrown });
  }
  return thrown;
}
