import type { Message } from './messages/message.ts';
import type { ServiceErrorCode } from './protocol/error-codes.ts';

/** Reason why a request is rejected: the error code (part 7), the field, and a sentence that says what to do. */
export interface Issue {
  readonly code: ServiceErrorCode;
  /** Wire name of the field; empty for the whole request. */
  readonly path: string;
  /** English text, as sent on the wire. */
  readonly message: string;
  /** The same as a translatable message; absent for schema errors. */
  readonly detail?: Message;
  /** The document section that defines the rule. */
  readonly section: string;
}
