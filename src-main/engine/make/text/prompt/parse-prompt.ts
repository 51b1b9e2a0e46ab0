import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { MAX_TOKENS, tokenize, type Token } from '../../../base/language/tokenize.ts';
import { LEXICON, MAX_PHRASE_WORDS, type Meaning } from '../../../catalogue/lexicon.ts';
import type { ParsedPrompt } from './parsed-prompt.ts';
import { PromptReader } from './prompt-reader.ts';

/**
 * Reads a prompt by the grammar of docs/text-prompts.md, left to right, once. Nothing is refused: words that no rule knows
 * are listed. The same text gives the same result. O(words).
 */
export function parsePrompt(prompt: string): ParsedPrompt {
  const tokens = tokenize(prompt, (word) => LEXICON.has(word));
  const reader = new PromptReader();
  if (tokens.length >= MAX_TOKENS) reader.note(engineMessage('prompt.max-words', { max: MAX_TOKENS }));
  for (let at = 0; at < tokens.length;) {
    const { length, meanings } = lookUp(tokens, at);
    const words = tokens.slice(at, at + length);
    at += length;
    reader.read(words, meanings, lookUp(tokens, at).meanings);
  }
  return reader.end();
}

/** The longest phrase of the lexicon at a place; one word without a meaning where there is none. */
function lookUp(tokens: readonly Token[], at: number): { length: number; meanings: readonly Meaning[] } {
  for (let length = Math.min(MAX_PHRASE_WORDS, tokens.length - at); length > 0; length--) {
    const phrase = tokens.slice(at, at + length).map(({ text }) => text);
    const meanings = LEXICON.get(phrase.join(' '));
    if (meanings) return { length, meanings };
  }
  return { length: 1, meanings: [] };
}
