import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { COLORS } from '../../base/language/color-words.ts';
import { MATERIALS } from '../../base/language/material-words.ts';
import { findMisspelledName } from '../../base/language/similar-words.ts';
import { tokenize, type Token } from '../../base/language/tokenize.ts';
import { SURFACES } from '../../base/language/word-lists.ts';
import type { Rgb } from '../../base/material/finish.ts';
import { parseSlot, type Noun } from '../builder/noun.ts';
import { LEXICON } from '../lexicon.ts';
import { findNearestThing } from './find-nearest.ts';
import { NEAREST_LOOKS } from './nearest-looks.ts';

/** Tokens of a text in which unknown words are replaced by known ones, and a note about each replacement. */
export interface ReplacedLooks {
  readonly tokens: readonly Token[];
  readonly notes: readonly Note[];
}

/** Finds known words for the appearance that a word suggests; null if there are none. */
type FindLook = (word: string) => string | null;

const LOOKS: ReadonlyMap<string, string> = new Map(
  Object.entries(NEAREST_LOOKS).flatMap(([known, words]) => words.split(', ').map((word) => [word, known] as const)),
);
const LOOK_NAMES: readonly string[] = [...COLORS.keys(), ...MATERIALS.keys(), ...SURFACES.map(([word]) => word)];
/** Number of example materials in a note. */
const MATERIAL_EXAMPLES = 12;

const findNearestLook: FindLook = (word) => LOOKS.get(word) ?? null;
const findMisspelledLook: FindLook = (word) => (LEXICON.has(word) ? null : findMisspelledName(word, LOOK_NAMES));
const findLookOfObject: FindLook = (word) => {
  const noun = LEXICON.get(word)?.find(({ kind }) => kind === 'noun') ?? findNearestThing(word);
  return noun?.kind === 'noun' ? describeLook(noun.noun) : null;
};

/**
 * Returns replacements for a text without known descriptive words, best first: by words of similar meaning, by words of
 * similar spelling, and by the material and colour of the first object in the text.
 */
export function replaceUnknownLooks(text: string): ReplacedLooks[] {
  const tokens = tokenize(text, (word) => LOOKS.has(word) || LEXICON.has(word) || findNearestThing(word) !== null);
  return [
    replace(tokens, findNearestLook),
    replace(tokens, findMisspelledLook),
    replace(tokens, findLookOfObject, 1),
  ].filter(({ notes }) => notes.length > 0);
}

/** Returns the note for a text without any known or similar word. */
export function describePlainLook(): Note {
  const materials = [...MATERIALS.keys()].filter((_, i) => i % 5 === 0).slice(0, MATERIAL_EXAMPLES);
  return engineMessage('prompt.plain-look', {
    colorCount: COLORS.size,
    colors: [...COLORS.keys()].slice(0, 6).join(', '),
    materialCount: MATERIALS.size,
    materials: materials.join(', '),
  });
}

function replace(tokens: readonly Token[], findLook: FindLook, maxWords = Infinity): ReplacedLooks {
  const replacements = new Map<string, Note>();
  const replaced = tokens.flatMap((token, i) => {
    const isUnwanted = LEXICON.get(tokens[i - 1]?.text ?? '')?.some(({ kind }) => kind === 'without') ?? false;
    const isWanted = !isUnwanted && (replacements.size < maxWords || replacements.has(token.text));
    const known = isWanted ? findLook(token.text) : null;
    if (known === null) return [token];
    replacements.set(token.text, engineMessage('prompt.nearest-look', { written: token.written, painted: known }));
    return tokenize(known, (word) => LEXICON.has(word));
  });
  return { tokens: replaced, notes: [...replacements.values()] };
}

/** Returns the material and nearest colour word of an object’s first part whose colour a prompt can change. */
function describeLook({ slots }: Noun): string {
  const text = Object.values(slots).find((slot) => !slot.endsWith('!')) ?? Object.values(slots)[0]!;
  const [material = '', colors] = text.replace(/[+!]$/, '').split(':');
  return colors === undefined ? material : `${nameColor(parseSlot(text).colors[0]!)} ${material}`;
}

function nameColor(color: Rgb): string {
  const distance = (other: Rgb) => color.reduce((sum, value, k) => sum + (value - other[k]!) ** 2, 0);
  return [...COLORS].reduce((best, entry) => (distance(entry[1]) < distance(best[1]) ? entry : best))[0];
}
