import { LEXICON, MAX_PHRASE_WORDS, type Meaning } from '../../../catalogue/lexicon.ts';
import { tokenize, type Token } from '../../../base/language/tokenize.ts';
import { EDIT_WORDS, MAX_EDIT_PHRASE_WORDS, type EditWord } from './edit-words.ts';

/** A phrase of an instruction and its possible meanings. */
export interface EditPhrase {
  readonly words: readonly Token[];
  /** Meaning as an editing word, which takes precedence over the text grammar. */
  readonly word: EditWord | undefined;
  readonly meaning: Meaning | undefined;
  /** Possible meanings of the following phrase. */
  readonly next: readonly Meaning[];
  /** True if a comma or the end follows. */
  readonly isLast: boolean;
}

const END: EditWord = { kind: 'boundary' };

/** Splits an instruction into the longest phrases in either word list, or single words where none matches. O(words). */
export function* toEditPhrases(prompt: string): Generator<EditPhrase> {
  const tokens = tokenize(prompt, (word) => EDIT_WORDS.has(word) || LEXICON.has(word));
  for (let at = 0; at < tokens.length;) {
    const { length, word, meanings } = lookUp(tokens, at);
    const words = tokens.slice(at, at + length);
    at += length;
    const next = at < tokens.length ? lookUp(tokens, at).meanings : [];
    const isLast = (tokens[at]?.text ?? ',') === ',';
    yield { words, word: words[0]!.text === ',' ? END : word, meaning: chooseMeaning(meanings), next, isLast };
  }
}

function lookUp(tokens: readonly Token[], at: number) {
  const maxLength = Math.min(Math.max(MAX_EDIT_PHRASE_WORDS, MAX_PHRASE_WORDS), tokens.length - at);
  for (let length = maxLength; length > 0; length--) {
    const words = tokens.slice(at, at + length);
    const phrase = words.map(({ text }) => text).join(' ');
    const word = EDIT_WORDS.get(phrase);
    const known = LEXICON.get(phrase) ?? [];
    // “wooden box” is an object of the catalogue; here it is a box to be made wooden.
    const isDescribed = length > 1 && (LEXICON.get(tokens[at]!.text) ?? []).some(isAdjective);
    const meanings = isDescribed ? known.filter(({ kind }) => kind !== 'noun') : known;
    if (word || meanings.length > 0) return { length, word, meanings };
  }
  return { length: 1, word: undefined, meanings: [] as readonly Meaning[] };
}

/**
 * Chooses a meaning: one that can be applied to a subject takes precedence over an object, so “glass” is not a drinking
 * glass here.
 */
function chooseMeaning(meanings: readonly Meaning[]): Meaning | undefined {
  return meanings.find(isAdjective) ?? meanings[0];
}

function isAdjective({ kind }: Meaning): boolean {
  return kind === 'color' || kind === 'material' || kind === 'surface';
}
