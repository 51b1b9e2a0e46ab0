import { formatMessage, type MessageCatalogue } from '../api/messages/format-message.ts';
import type { ErrorInfo } from '../base/errors.ts';
import { ENGLISH, type ENGLISH_MESSAGES } from './english.ts';
import { message, type Message } from './message.ts';

/** What a person reads: what happened, and what to do next. What was charged is said from the job's own amounts. */
export interface ErrorText {
  readonly happened: string;
  readonly next: string;
}

/** What happened, as a message; `name` stands in where the failure has no subject of its own. */
export function toErrorMessage({ code, subject, detail }: ErrorInfo, name?: string): Message {
  const id = `error.${code}` as const satisfies keyof typeof ENGLISH_MESSAGES;
  // Plain text is a service's own words or an older version's: the translation quotes it.
  const isForeign = typeof detail === 'string' && detail.trim() !== '';
  return {
    id,
    params: {
      name: subject ?? name ?? message('error-part.unnamed'),
      named: subject === null ? 'no' : 'yes',
      detail: isForeign ? message('error-part.quoted', { text: detail.trim() }) : detail,
    },
  };
}

/** The text for a failure, in English unless told; `name` stands in where the failure has no subject of its own. */
export function describeError(error: ErrorInfo, name?: string, catalogue: MessageCatalogue = ENGLISH): ErrorText {
  const happened = toErrorMessage(error, name);
  const next = { ...happened, id: `error-next.${error.code}` as const satisfies keyof typeof ENGLISH_MESSAGES };
  return { happened: formatMessage(catalogue, happened), next: formatMessage(catalogue, next) };
}
