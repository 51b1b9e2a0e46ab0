/** Why a conversion cannot be done: an option out of range, a part that is not there, nothing left to write. */
export type OperationErrorCode = 'bad-option' | 'unknown-part' | 'empty-model';

/** An expected failure of a conversion; the message is a sentence that names the option and what to do. */
export class OperationError extends Error {
  override readonly name = 'ConvertError';
  readonly code: OperationErrorCode;

  constructor(code: OperationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
