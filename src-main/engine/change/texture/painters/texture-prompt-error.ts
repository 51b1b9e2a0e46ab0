import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { EngineError } from '../../../base/errors/engine-error.ts';
import { COLORS } from '../../../base/language/color-words.ts';
import { MATERIALS } from '../../../base/language/material-words.ts';

const SHOWN = 12;

/** A text that describes no look the engine can paint; `detail` says what it can paint. */
export class TexturePromptError extends EngineError {
  override readonly name = 'TexturePromptError';

  constructor() {
    const materials = [...MATERIALS.keys()].filter((_, i) => i % 5 === 0).slice(0, SHOWN);
    super(
      engineMessage('prompt-error.no-look', {
        colorCount: COLORS.size,
        colors: [...COLORS.keys()].slice(0, 6).join(', '),
        materialCount: MATERIALS.size,
        materials: materials.join(', '),
      }),
    );
  }
}
