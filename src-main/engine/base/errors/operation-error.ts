import type { Message } from '../../../../src-shared/api/messages/message.ts';
import { EngineError } from './engine-error.ts';

/** Reason why a conversion cannot be done: an option out of range, an unknown part, nothing left to write. */
export type OperationErrorCode = 'bad-option' | 'unknown-part' | 'empty-model';

/** An expected failure of a conversion; `detail` names the option and what to do. */
export class OperationError extends EngineError {
  override readonly name = 'OperationError';
  readonly code: OperationErrorCode;

  constructor(code: OperationErrorCode, detail: Message) {
    super(detail);
    this.code = code;
  }
}
