import { FAMILIES } from '../../../catalogue/catalogue.ts';
import { NOUN_NAMES } from '../../../catalogue/lexicon.ts';
import { findSimilarWords } from '../../../base/language/similar-words.ts';

/** Most words near matches are sought for: each is compared with every known name. */
const MAX_COMPARED = 40;
const MAX_NEAR = 5;

/** A prompt that names nothing this computer can build; the message says what it knows instead. */
export class PromptError extends Error {
  override readonly name = 'PromptError';

  constructor(prompt: string, ignored: readonly string[]) {
    super(toSentence(prompt, ignored));
  }
}

function toSentence(prompt: string, ignored: readonly string[]): string {
  const near = new Set(
    ignored.slice(0, MAX_COMPARED).flatMap((word) => findSimilarWords(word.toLowerCase(), NOUN_NAMES, 2)),
  );
  const known = FAMILIES.map(([, nouns]) => nouns[0]!.names[0]!).join(', ');
  const nothing = prompt.trim() === '' ? 'The prompt is empty.' : 'The prompt names nothing this computer can build.';
  const guess = near.size > 0 ? ` Did you mean ${[...near].slice(0, MAX_NEAR).join(', ')}?` : '';
  return `${nothing}${guess} It knows ${NOUN_NAMES.length} names of things, such as ${known}. Use one of them, or a cloud region.`;
}
