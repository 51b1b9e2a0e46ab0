import { EditReader } from './edit-reader.ts';
import type { EditPlan } from './edit.ts';
import { toEditPhrases } from './edit-phrases.ts';

/**
 * Parses an editing instruction in one pass from left to right; docs/image-edits.md lists words and rules. Never fails:
 * unknown words are listed. The same text gives the same plan. O(words).
 */
export function parseEdit(prompt: string): EditPlan {
  const reader = new EditReader();
  for (const { words, word, meaning, next, isLast } of toEditPhrases(prompt)) {
    const text = words.map((token) => token.text).join(' ');
    if (word) reader.readEditWord(word, text, next, isLast);
    else reader.readMeaning(meaning, words[0]!, text);
  }
  return reader.end();
}
