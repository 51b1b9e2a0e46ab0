import { CATALOGUE } from './catalogue.ts';
import type { Finish, Rgb } from '../base/material/finish.ts';
import type { ShapeWord } from '../base/language/shape-words.ts';
import type { Noun } from './builder/noun.ts';
import { CHINESE } from '../base/language/chinese-words.ts';
import { COLORS } from '../base/language/color-words.ts';
import { MATERIALS } from '../base/language/material-words.ts';
import { pluralize } from '../base/language/pluralize.ts';
import {
  COUNTS,
  LOOKS,
  RELATIONS,
  SIZES,
  STOP_WORDS,
  STRETCHES,
  SURFACES,
  type RelationName,
  type Surface,
} from '../base/language/word-lists.ts';

/** Possible meaning of a word or phrase of a prompt. */
export type Meaning =
  | { readonly kind: 'noun'; readonly noun: Noun; readonly isPlural: boolean }
  | { readonly kind: 'color'; readonly color: Rgb }
  | { readonly kind: 'material'; readonly finish: Finish }
  | { readonly kind: 'size'; readonly factor: number }
  | { readonly kind: 'stretch'; readonly scale: readonly [number, number, number] }
  | { readonly kind: 'surface'; readonly surface: Surface }
  | { readonly kind: 'look'; readonly look: ShapeWord | 'low_poly' | 'detailed' }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'relation'; readonly relation: RelationName; readonly isReversed: boolean }
  | { readonly kind: 'statue' }
  | { readonly kind: 'without' }
  | { readonly kind: 'background' }
  | { readonly kind: 'pronoun' }
  | { readonly kind: 'and' }
  | { readonly kind: 'article'; readonly isDefinite: boolean }
  | { readonly kind: 'stop' };

/** All meanings of a phrase in lower case, words separated by one space. */
export const LEXICON: ReadonlyMap<string, readonly Meaning[]> = buildLexicon();

/** Maximum number of words of a phrase in the lexicon. */
export const MAX_PHRASE_WORDS = Math.max(...[...LEXICON.keys()].map((phrase) => phrase.split(' ').length));

/** Singular names of all objects, for suggesting similar words. */
export const NOUN_NAMES: readonly string[] = CATALOGUE.flatMap(({ names }) => names);

function buildLexicon(): Map<string, Meaning[]> {
  const lexicon = new Map<string, Meaning[]>();
  const add = (phrase: string, meaning: Meaning) => {
    const known = lexicon.get(phrase) ?? [];
    if (!known.some(({ kind }) => kind === meaning.kind)) known.push(meaning);
    lexicon.set(phrase, known);
  };
  for (const noun of CATALOGUE) {
    for (const name of noun.names) {
      add(name, { kind: 'noun', noun, isPlural: false });
      add(pluralize(name), { kind: 'noun', noun, isPlural: true });
    }
    for (const name of noun.chinese ?? []) add(name, { kind: 'noun', noun, isPlural: false });
  }
  for (const [word, color] of COLORS) add(word, { kind: 'color', color });
  for (const [word, finish] of MATERIALS) add(word, { kind: 'material', finish });
  for (const [word, factor] of SIZES) add(word, { kind: 'size', factor });
  for (const [word, scale] of STRETCHES) add(word, { kind: 'stretch', scale });
  for (const [word, surface] of SURFACES) add(word, { kind: 'surface', surface });
  for (const [word, look] of LOOKS) add(word, { kind: 'look', look });
  for (const [word, count] of COUNTS) add(word, { kind: 'count', count });
  for (const [phrase, relation, isReversed] of RELATIONS) add(phrase, { kind: 'relation', relation, isReversed });
  for (const word of ['and', 'plus', '&', 'along with', 'as well as', 'together with']) add(word, { kind: 'and' });
  for (const word of ['statue', 'sculpture', 'figurine', 'statuette']) add(word, { kind: 'statue' });
  for (const word of ['background', 'backdrop', '背景']) add(word, { kind: 'background' });
  for (const word of ['it', 'them', 'him']) add(word, { kind: 'pronoun' });
  for (const word of ['without', 'no', 'not']) add(word, { kind: 'without' });
  for (const word of ['a', 'an', 'one', 'another']) add(word, { kind: 'article', isDefinite: false });
  for (const word of ['the', 'this', 'that', 'its', 'his', 'her']) add(word, { kind: 'article', isDefinite: true });
  for (const word of STOP_WORDS) add(word, { kind: 'stop' });
  for (const [word, english] of CHINESE) for (const meaning of lexicon.get(english) ?? []) add(word, meaning);
  for (const [word, relation] of [
    ['上的', 'on'],
    ['上面的', 'on'],
    ['下的', 'under'],
    ['下面的', 'under'],
    ['旁边的', 'beside'],
    ['前面的', 'front'],
    ['后面的', 'behind'],
    ['里的', 'in'],
  ] as const) {
    add(word, { kind: 'relation', relation, isReversed: true });
  }
  return lexicon;
}
