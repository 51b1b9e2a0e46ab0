import type { MessageOrText } from '../../../../src-shared/api/messages/message.ts';

/** Why a model cannot be read or written. */
export type ModelErrorCode = 'not_a_model' | 'truncated' | 'too_large' | 'unsupported';

/** A model that cannot be read or written; `detail` says why, without a path. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  readonly detail: MessageOrText;

  constructor(code: ModelErrorCode, detail: MessageOrText, cause?: unknown) {
    super(typeof detail === 'string' ? detail : detail.id, cause === undefined ? undefined : { cause });
    this.code = code;
    this.detail = detail;
  }
}
