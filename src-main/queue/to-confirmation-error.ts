import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import type { HoldReason } from '../pipeline/job-record.ts';

/** Details for a job that waits for confirmation, besides its price; null: none. */
export function toConfirmationError(reason: HoldReason | undefined, name: string): ErrorInfo | null {
  return reason === 'again' ? toErrorInfo(new AppError('maybe_ordered', '', { subject: name })) : null;
}
