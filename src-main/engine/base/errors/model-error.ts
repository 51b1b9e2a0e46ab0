import type { Message } from '../../../../src-shared/api/messages/message.ts';
import { EngineError } from './engine-error.ts';

/** Reason why a model cannot be read or written. */
export type ModelErrorCode = 'not_a_model' | 'truncated' | 'too_large' | 'unsupported';

/** A model that cannot be read or written; `detail` says why, without a path. */
export class ModelError extends EngineError {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, detail: Message, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
