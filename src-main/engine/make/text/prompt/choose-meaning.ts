import { LEXICON, NOUN_NAMES, type Meaning } from '../../../catalogue/lexicon.ts';
import { editDistance, findSimilarWords } from '../../../base/language/similar-words.ts';

const ADJECTIVES: readonly Meaning['kind'][] = ['color', 'material', 'size', 'stretch', 'surface', 'look'];

/**
 * Chooses a meaning: a word that is both an object and an adjective, such as a material, is an adjective if `isBound`
 * or if the next word is something it can describe. Undefined: no meaning.
 */
export function chooseMeaning(
  meanings: readonly Meaning[],
  next: readonly Meaning[],
  isBound: boolean,
): Meaning | undefined {
  const adjective = meanings.find(({ kind }) => ADJECTIVES.includes(kind));
  const noun = meanings.find(({ kind }) => kind === 'noun');
  if (!adjective || !noun) return meanings[0];
  return isBound ||
    next.some(({ kind }) => ['noun', 'statue', 'background'].includes(kind) || ADJECTIVES.includes(kind))
    ? adjective
    : noun;
}

/**
 * Returns the known object whose name has two neighbouring letters swapped; null: none. Other near spellings may be
 * different words.
 */
export function findTypo(word: string): string | null {
  if (word.length < 4) return null;
  const [near] = findSimilarWords(word, NOUN_NAMES, 1);
  const isSwapped = near?.length === word.length && [...near].sort().join('') === [...word].sort().join('');
  return near && isSwapped && editDistance(word, near) === 1 ? near : null;
}

/** Returns the name of the object that a word means; empty: none. */
export function toSingular(word: string): string {
  const meaning = LEXICON.get(word)?.find(({ kind }) => kind === 'noun');
  return meaning?.kind === 'noun' ? meaning.noun.names[0]! : '';
}
