import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import { describeError, type ErrorText } from '../../../src-shared/messages/describe-error.ts';
import { messageCatalogue } from './message-text.ts';

/** Returns the text for a failure in the language of the page; `name` replaces a missing subject. */
export function localizedError(error: ErrorInfo, name?: string): ErrorText {
  return describeError(error, name, messageCatalogue());
}
