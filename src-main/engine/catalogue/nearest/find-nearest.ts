import { findMisspelledName } from '../../base/language/similar-words.ts';
import { pluralize } from '../../base/language/pluralize.ts';
import { LEXICON, NOUN_NAMES, type Meaning } from '../lexicon.ts';
import { NAME_ENDINGS } from './name-endings.ts';
import { NEAREST_CHINESE } from './nearest-chinese.ts';
import { NEAREST_IDEAS } from './nearest-ideas.ts';
import { NEAREST_THINGS } from './nearest-things.ts';

/** A known object, one or several. */
export type NounMeaning = Extract<Meaning, { readonly kind: 'noun' }>;

/** Finds a known object for a phrase that the lexicon does not contain; null if there is none. */
export type FindNearest = (phrase: string) => NounMeaning | null;

const THINGS = indexByUnknown([...toRows(NEAREST_THINGS, ', '), ...toRows(NEAREST_CHINESE, ' ')]);
const IDEAS = indexByUnknown(toRows(NEAREST_IDEAS, ', '));
const ENDINGS = toRows(NAME_ENDINGS, ' ').flatMap(([known, endings]) =>
  endings.map((ending) => [ending, findKnown(known)] as const),
);
/** Names that a misspelled word may mean. */
const NAMES: readonly string[] = [...NOUN_NAMES, ...THINGS.keys()].filter((name) => /^[a-z]+$/.test(name));
/** Letters before an ending, so that it is a word’s last part and not the word. */
const SHORTEST_START = 3;

/** By meaning: a listed word, or the ending of a compound. */
export const findNearestThing: FindNearest = (phrase) => THINGS.get(phrase) ?? findByEnding(phrase);

/** By meaning, for general words and ideas, which stand for no certain object. */
export const findNearestIdea: FindNearest = (phrase) => IDEAS.get(phrase) ?? null;

/** By spelling. */
export const findNearestSpelling: FindNearest = (phrase) => {
  const name = IDEAS.has(phrase) ? null : findMisspelledName(phrase, NAMES);
  return name === null ? null : (THINGS.get(name) ?? findKnown(name));
};

function findByEnding(word: string): NounMeaning | null {
  if (!/^[a-z]{5,}$/.test(word) || IDEAS.has(word)) return null;
  const singular = word.replace(/s$/, '');
  const found = ENDINGS.find(
    ([ending]) => singular.length >= ending.length + SHORTEST_START && singular.endsWith(ending),
  );
  return found ? { ...found[1], isPlural: found[1].isPlural || singular !== word } : null;
}

function indexByUnknown(rows: readonly (readonly [string, readonly string[]])[]): Map<string, NounMeaning> {
  return new Map(
    rows.flatMap(([known, unknown]) => {
      const meaning = findKnown(known);
      return unknown.flatMap((name) => [
        [pluralize(name), { ...meaning, isPlural: true }] as const,
        [name, meaning] as const,
      ]);
    }),
  );
}

function toRows(table: Readonly<Record<string, string>>, separator: string): (readonly [string, string[]])[] {
  return Object.entries(table).map(([known, unknown]) => [known, unknown.split(separator)] as const);
}

/** Throws for a name that the lexicon does not contain: an error in the tables. */
function findKnown(name: string): NounMeaning {
  const meaning = LEXICON.get(name)?.find((known) => known.kind === 'noun');
  if (meaning?.kind !== 'noun') throw new Error(`“${name}” is no object of the catalogue.`);
  return meaning;
}
