import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import type { HoldReason } from '../pipeline/job-record.ts';

/** What a person is told of a job that waits for a yes, besides its price; null: nothing. */
export function toConfirmationError(reason: HoldReason | undefined, name: string): ErrorInfo | null {
  return reason === 'again' ? toErrorInfo(new AppError('maybe_ordered', '', { subject: name })) : null;
}
