import { formatMessage, type MessageCatalogue } from '../api/messages/format-message.ts';
import type { ErrorInfo } from '../base/errors.ts';
import { ENGLISH, type ENGLISH_MESSAGES } from './english.ts';
import { message, type Message } from './message.ts';

/**
 * Text of an error for the user: what happened, and what to do next. Charges come from the amounts of the job instead.
 */
export interface ErrorText {
  readonly happened: string;
  readonly next: string;
}

/** Returns what happened as a message; `name` replaces a missing subject. */
export function toErrorMessage({ code, subject, detail, retryable }: ErrorInfo, name?: string): Message {
  const id = `error.${code}` as const satisfies keyof typeof ENGLISH_MESSAGES;
  // Plain text comes from a service or an older version: translations quote it.
  const isForeign = typeof detail === 'string' && detail.trim() !== '';
  return {
    id,
    params: {
      name: subject ?? name ?? message('error-part.unnamed'),
      named: subject === null ? 'no' : 'yes',
      retries: retryable ? 'yes' : 'no',
      detail: isForeign ? message('error-part.quoted', { text: detail.trim() }) : detail,
    },
  };
}

/**
 * Returns the text of an error that ended a command, in English: nothing is retried automatically, and what was not found is
 * a word that was typed, not an item of a list.
 */
export function describeFinalError(error: ErrorInfo): ErrorText {
  const detail = error.code === 'not_found' ? formatMessage(ENGLISH, error.detail) : '';
  if (detail !== '') return { happened: detail, next: 'Check the command, then try again.' };
  return describeError({ ...error, retryable: false });
}

/** Returns the text of an error, in English by default; `name` replaces a missing subject. */
export function describeError(error: ErrorInfo, name?: string, catalogue: MessageCatalogue = ENGLISH): ErrorText {
  const happened = toErrorMessage(error, name);
  const next = { ...happened, id: `error-next.${error.code}` as const satisfies keyof typeof ENGLISH_MESSAGES };
  return { happened: formatMessage(catalogue, happened), next: formatMessage(catalogue, next) };
}
