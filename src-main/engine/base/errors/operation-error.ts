/** Why a conversion cannot be done: an option out of range, a part that is not there, nothing left to write. */
export type ConvertErrorCode = 'bad-option' | 'unknown-part' | 'empty-model';

/** An expected failure of a conversion; the message is a sentence that names the option and what to do. */
export class ConvertError extends Error {
  override readonly name = 'ConvertError';
  readonly code: ConvertErrorCode;

  constructor(code: ConvertErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
