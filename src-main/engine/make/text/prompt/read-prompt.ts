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

/** Lookups for prompts without known objects, best first. */
const NEAREST = [findNearestThing, findNearestSpelling, findNearestIdea] as const;

/**
 * Reads a prompt. If it names no known object, the nearest ones are used, and without any of these a stand-in with the
 * adjectives of the prompt. Notes say so. Objects of the negative prompt are left out. Throws `PromptError` if the
 * prompt is empty.
 */
export function readPrompt(prompt: string, negativePrompt: string): ParsedPrompt {
  if (isEmptyText(prompt)) throw new PromptError();
  const unwanted = new Set(parsePrompt(negativePrompt).groups.map(({ noun }) => noun));
  const known = removeUnwanted(parsePrompt(prompt), unwanted);
  if (known.groups.length > 0 && !known.isNamedByColor) return known;
  for (const findNearest of NEAREST) {
    const parsed = removeUnwanted(parsePrompt(prompt, findNearest), unwanted);
    if (parsed.groups.length > 0 && !parsed.isNamedByColor) return parsed;
    if (known.groups.length > 0) return known;
  }
  return toStandIn(known);
}

function toStandIn(parsed: ParsedPrompt): ParsedPrompt {
  const { unassigned } = parsed;
  const man = CATALOGUE.find(({ names }) => names.includes('man'))!;
  const noun = unassigned.isStatue ? man : STAND_IN;
  const note = unassigned.isStatue
    ? engineMessage('prompt.statue')
    : engineMessage('prompt.stand-in', { count: NOUN_NAMES.length, known: listKnown() });
  return {
    ...parsed,
    groups: [{ ...unassigned, noun, name: noun.names[0]!, count: 1, slots: new Map() }],
    notes: [...parsed.notes, note],
  };
}

function listKnown(): string {
  return FAMILIES.map(([, nouns]) => nouns[0]!.names[0]!).join(', ');
}

/** Removes unwanted objects and their relations. */
function removeUnwanted(parsed: ParsedPrompt, unwanted: ReadonlySet<Noun>): ParsedPrompt {
  if (unwanted.size === 0) return parsed;
  const kept = parsed.groups.flatMap((group, k) => (unwanted.has(group.noun) ? [] : [k]));
  const removed = parsed.groups.filter(({ noun }) => unwanted.has(noun)).map(({ name }) => name);
  return {
    ...parsed,
    groups: kept.map((k) => parsed.groups[k]!),
    links: parsed.links.flatMap((link) => {
      const [from, to] = [kept.indexOf(link.from), kept.indexOf(link.to)];
      return from >= 0 && to >= 0 ? [{ ...link, from, to }] : [];
    }),
    notes:
      removed.length > 0
        ? [...parsed.notes, engineMessage('prompt.negative', { words: [...new Set(removed)].join(', ') })]
        : parsed.notes,
  };
}
