import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { MAX_TOKENS, tokenize, type Token } from '../../../base/language/tokenize.ts';
import { LEXICON, MAX_PHRASE_WORDS, type Meaning } from '../../../catalogue/lexicon.ts';
import { findNearestThing, type FindNearest, type NounMeaning } from '../../../catalogue/nearest/find-nearest.ts';
import type { ParsedPrompt } from './parsed-prompt.ts';
import { PromptReader } from './prompt-reader.ts';

/**
 * Reads a prompt by the grammar of docs/text-prompts.md, left to right, once. Nothing is refused: words that no rule knows
 * are listed, or read as the known objects that `findNearest` finds for them. The same text gives the same result. O(words).
 */
export function parsePrompt(prompt: string, findNearest: FindNearest | null = null): ParsedPrompt {
  const tokens = tokenize(prompt, (word) => LEXICON.has(word) || findNearest?.(word) != null);
  const reader = new PromptReader();
  if (tokens.length >= MAX_TOKENS) reader.note(engineMessage('prompt.max-words', { max: MAX_TOKENS }));
  let found = lookUp(tokens, 0, findNearest);
  for (let at = 0; at < tokens.length;) {
    const { length, meanings, nearest } = found;
    const words = tokens.slice(at, at + length);
    at += length;
    const next = lookUp(tokens, at, findNearest ?? findNearestThing);
    found = findNearest ? next : lookUp(tokens, at, null);
    // Of several unknown nouns, the last is the object: “rocket launcher”.
    reader.read(words, meanings, next.nearest ? [next.nearest] : next.meanings, next.nearest ? null : nearest);
  }
  return reader.end();
}

/** What is known of the words at a place. */
interface Found {
  readonly length: number;
  readonly meanings: readonly Meaning[];
  /** The known object that is nearest to an unknown phrase. */
  readonly nearest: NounMeaning | null;
}

/** The longest known phrase at a place; one word without a meaning where there is none. */
function lookUp(tokens: readonly Token[], at: number, findNearest: FindNearest | null): Found {
  for (let length = Math.min(MAX_PHRASE_WORDS, tokens.length - at); length > 0; length--) {
    const phrase = tokens
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ');
    const meanings = LEXICON.get(phrase);
    if (meanings) return { length, meanings, nearest: null };
    const nearest = findNearest?.(phrase) ?? null;
    if (nearest) return { length, meanings: [], nearest };
  }
  return { length: 1, meanings: [], nearest: null };
}
