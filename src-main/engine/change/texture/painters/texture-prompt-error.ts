import { COLORS } from '../../../base/language/color-words.ts';
import { MATERIALS } from '../../../base/language/material-words.ts';

const SHOWN = 12;

/** A text that says nothing of a look this computer can paint; the message says what it knows instead. */
export class TexturePromptError extends Error {
  /** Told by the name of its elder sister: both are prompts that cannot be followed. */
  override readonly name = 'PromptError';

  constructor() {
    const materials = [...MATERIALS.keys()].filter((_, i) => i % 5 === 0).slice(0, SHOWN);
    const colors = [...COLORS.keys()].slice(0, 6);
    super(
      'The text names no look this computer can paint. It knows ' +
        `${COLORS.size} colours such as ${colors.join(', ')}, ${MATERIALS.size} words for materials such as ` +
        `${materials.join(', ')}, and striped, checked, dotted, rusty, old, dark, light, shiny, glowing. ` +
        'Use some of them, give a picture, or use a cloud region.',
    );
  }
}
