import { LEXICON, NOUN_NAMES, type Meaning } from '../../../catalogue/lexicon.ts';
import { editDistance, findSimilarWords } from '../../../base/language/similar-words.ts';

const ADJECTIVES: readonly Meaning['kind'][] = ['color', 'material', 'size', 'stretch', 'surface', 'look'];

/** The meaning that fits: a word that is both a thing and a material is one when something follows that it can describe. */
export function chooseMeaning(
  meanings: readonly Meaning[],
  next: readonly Meaning[],
  isBehind: boolean,
): Meaning | undefined {
  const adjective = meanings.find(({ kind }) => ADJECTIVES.includes(kind));
  const noun = meanings.find(({ kind }) => kind === 'noun');
  if (!adjective || !noun) return meanings[0];
  return isBehind ||
    next.some(({ kind }) => ['noun', 'statue', 'background'].includes(kind) || ADJECTIVES.includes(kind))
    ? adjective
    : noun;
}

/** A known thing with two neighbouring letters swapped; other slips may be words of their own. */
export function findTypo(word: string): string | null {
  if (word.length < 4) return null;
  const [near] = findSimilarWords(word, NOUN_NAMES, 1);
  const isSwapped = near?.length === word.length && [...near].sort().join('') === [...word].sort().join('');
  return near && isSwapped && editDistance(word, near) === 1 ? near : null;
}

/** The name of the thing a word means; empty where it means none. */
export function toSingular(word: string): string {
  const meaning = LEXICON.get(word)?.find(({ kind }) => kind === 'noun');
  return meaning?.kind === 'noun' ? meaning.noun.names[0]! : '';
}
