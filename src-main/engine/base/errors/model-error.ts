/** Why a model cannot be read or written. */
export type ModelErrorCode = 'not_a_model' | 'truncated' | 'too_large' | 'unsupported';

/** A model that cannot be read or written; `message` is a sentence for people, without a path. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
