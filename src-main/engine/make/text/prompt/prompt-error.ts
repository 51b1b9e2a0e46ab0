import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { EngineError } from '../../../base/errors/engine-error.ts';

/** The prompt contains no words. */
export class PromptError extends EngineError {
  override readonly name = 'PromptError';

  constructor() {
    super(engineMessage('prompt-error.empty'));
  }
}
