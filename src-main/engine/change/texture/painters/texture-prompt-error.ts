import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { EngineError } from '../../../base/errors/engine-error.ts';

/** Thrown for an empty texture prompt. */
export class TexturePromptError extends EngineError {
  override readonly name = 'TexturePromptError';

  constructor() {
    super(engineMessage('prompt-error.empty-texture'));
  }
}
