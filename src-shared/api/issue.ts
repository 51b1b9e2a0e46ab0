import type { Message } from './messages/message.ts';
import type { ServiceErrorCode } from './protocol/error-codes.ts';

/** Why a request is refused: the code of part 7, the field, and a sentence that says what to do. */
export interface Issue {
  readonly code: ServiceErrorCode;
  /** Wire name of the field; empty for the request as a whole. */
  readonly path: string;
  /** In English, as the wire has it. */
  readonly message: string;
  /** The same to be translated; absent for what a schema says. */
  readonly detail?: Message;
  /** The section of the document the rule comes from. */
  readonly section: string;
}
