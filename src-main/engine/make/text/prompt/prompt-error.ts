import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Message } from '../../../../../src-shared/api/messages/message.ts';
import { EngineError } from '../../../base/errors/engine-error.ts';
import { FAMILIES } from '../../../catalogue/catalogue.ts';
import { NOUN_NAMES } from '../../../catalogue/lexicon.ts';
import { findSimilarWords } from '../../../base/language/similar-words.ts';

/** Most words near matches are sought for: each is compared with every known name. */
const MAX_COMPARED = 40;
const MAX_NEAR = 5;

/** A prompt that names nothing the engine can build; `detail` says what it can build. */
export class PromptError extends EngineError {
  override readonly name = 'PromptError';

  constructor(prompt: string, ignored: readonly string[]) {
    super(describeUnknownPrompt(prompt, ignored));
  }
}

function describeUnknownPrompt(prompt: string, ignored: readonly string[]): Message {
  const near = new Set(
    ignored.slice(0, MAX_COMPARED).flatMap((word) => findSimilarWords(word.toLowerCase(), NOUN_NAMES, 2)),
  );
  const known = FAMILIES.map(([, nouns]) => nouns[0]!.names[0]!).join(', ');
  const params = { count: NOUN_NAMES.length, known };
  if (prompt.trim() === '') return engineMessage('prompt-error.empty', params);
  if (near.size === 0) return engineMessage('prompt-error.nothing-known', params);
  return engineMessage('prompt-error.did-you-mean', { ...params, similar: [...near].slice(0, MAX_NEAR).join(', ') });
}
