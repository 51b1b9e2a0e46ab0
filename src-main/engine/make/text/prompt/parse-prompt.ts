import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { MAX_TOKENS, tokenize, type Token } from '../../../base/language/tokenize.ts';
import { LEXICON, MAX_PHRASE_WORDS, type Meaning } from '../../../catalogue/lexicon.ts';
import { findNearestThing, type FindNearest, type NounMeaning } from '../../../catalogue/nearest/find-nearest.ts';
import type { ParsedPrompt } from './parsed-prompt.ts';
import { PromptReader } from './prompt-reader.ts';

/**
 * Parses a prompt from left to right in one pass, by the grammar in docs/text-prompts.md. Accepts any text: unknown
 * words are listed as ignored, or read as the known objects that `findNearest` returns for them. Deterministic.
 * O(words).
 */
export function parsePrompt(prompt: string, findNearest: FindNearest | null = null): ParsedPrompt {
  const tokens = tokenize(prompt, (word) => LEXICON.has(word) || findNearest?.(word) != null);
  const reader = new PromptReader();
  if (tokens.length >= MAX_TOKENS) reader.note(engineMessage('prompt.max-words', { max: MAX_TOKENS }));
  let phraseAt = lookUp(tokens, 0, findNearest);
  for (let at = 0; at < tokens.length;) {
    const { length, meanings, nearest } = phraseAt;
    const words = tokens.slice(at, at + length);
    at += length;
    const next = lookUp(tokens, at, findNearest ?? findNearestThing);
    phraseAt = findNearest ? next : lookUp(tokens, at, null);
    // Of consecutive unknown nouns, the last is the object: “rocket launcher”.
    reader.read(words, meanings, next.nearest ? [next.nearest] : next.meanings, next.nearest ? null : nearest);
  }
  return reader.end();
}

/** Meanings of the words at a position. */
interface Phrase {
  readonly length: number;
  readonly meanings: readonly Meaning[];
  /** The known object that is nearest to an unknown phrase. */
  readonly nearest: NounMeaning | null;
}

/** Returns the longest known phrase at a position, or one word without a meaning. */
function lookUp(tokens: readonly Token[], at: number, findNearest: FindNearest | null): Phrase {
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
