import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { isEmptyText } from '../../../base/language/is-empty-text.ts';
import type { Noun } from '../../../catalogue/builder/noun.ts';
import { CATALOGUE, FAMILIES } from '../../../catalogue/catalogue.ts';
import { NOUN_NAMES } from '../../../catalogue/lexicon.ts';
import { findNearestIdea, findNearestSpelling, findNearestThing } from '../../../catalogue/nearest/find-nearest.ts';
import { STAND_IN } from '../../../catalogue/nearest/stand-in.ts';
import { parsePrompt } from './parse-prompt.ts';
import type { ParsedPrompt } from './parsed-prompt.ts';
import { PromptError } from './prompt-error.ts';

/** Ways to read a prompt without known objects, best first. */
const NEAREST = [findNearestThing, findNearestSpelling, findNearestIdea] as const;

/**
 * Reads a prompt. Without any known object, it is read with the nearest ones; without any of these, as a stand-in with the
 * adjectives of the prompt. Notes say so. Objects of the negative prompt are left out. Throws `PromptError` if it is empty.
 */
export function readPrompt(prompt: string, negativePrompt: string): ParsedPrompt {
  if (isEmptyText(prompt)) throw new PromptError();
  const unwanted = new Set(parsePrompt(negativePrompt).groups.map(({ noun }) => noun));
  const known = leaveOut(parsePrompt(prompt), unwanted);
  if (known.groups.length > 0 && !known.isNamedByColor) return known;
  for (const findNearest of NEAREST) {
    const read = leaveOut(parsePrompt(prompt, findNearest), unwanted);
    if (read.groups.length > 0 && !read.isNamedByColor) return read;
    if (known.groups.length > 0) return known;
  }
  return standIn(known);
}

function standIn(read: ParsedPrompt): ParsedPrompt {
  const { unassigned } = read;
  const man = CATALOGUE.find(({ names }) => names.includes('man'))!;
  const noun = unassigned.isStatue ? man : STAND_IN;
  const note = unassigned.isStatue
    ? engineMessage('prompt.statue')
    : engineMessage('prompt.stand-in', { count: NOUN_NAMES.length, known: listKnown() });
  return {
    ...read,
    groups: [{ ...unassigned, noun, name: noun.names[0]!, count: 1, slots: new Map() }],
    notes: [...read.notes, note],
  };
}

function listKnown(): string {
  return FAMILIES.map(([, nouns]) => nouns[0]!.names[0]!).join(', ');
}

/** The parsed prompt without unwanted objects and their relations. */
function leaveOut(read: ParsedPrompt, unwanted: ReadonlySet<Noun>): ParsedPrompt {
  if (unwanted.size === 0) return read;
  const kept = read.groups.flatMap((group, k) => (unwanted.has(group.noun) ? [] : [k]));
  const gone = read.groups.filter(({ noun }) => unwanted.has(noun)).map(({ name }) => name);
  return {
    ...read,
    groups: kept.map((k) => read.groups[k]!),
    links: read.links.flatMap((link) => {
      const [from, to] = [kept.indexOf(link.from), kept.indexOf(link.to)];
      return from >= 0 && to >= 0 ? [{ ...link, from, to }] : [];
    }),
    notes:
      gone.length > 0
        ? [...read.notes, engineMessage('prompt.negative', { words: [...new Set(gone)].join(', ') })]
        : read.notes,
  };
}
