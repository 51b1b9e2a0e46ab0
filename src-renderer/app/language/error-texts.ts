import { describeError, type ErrorText } from '../../../src-shared/messages/error-messages.ts';
import { ERROR_MESSAGES_ZH } from '../../../src-shared/messages/error-messages.zh.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import { translateSubjectToChinese } from '../../../src-shared/messages/translate-to-chinese.ts';
import { currentLanguage } from './language.ts';

/** The words for a failure in the language of the page; `name` stands in where the failure names no thing itself. */
export function errorWords(error: ErrorInfo, name?: string): ErrorText {
  if (currentLanguage() === 'en') return describeError(error, name);
  const subject = error.subject === null ? null : translateSubjectToChinese(error.subject);
  return describeError({ ...error, subject }, name, ERROR_MESSAGES_ZH);
}
