import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Message } from '../../../../src-shared/api/messages/message.ts';

/** An expected failure of the engine; `message` is `detail` in English. */
export abstract class EngineError extends Error {
  /** Description of what happened and what to do. */
  readonly detail: Message;

  constructor(detail: Message, options?: ErrorOptions) {
    super(toEngineText(detail), options);
    this.detail = detail;
  }
}
