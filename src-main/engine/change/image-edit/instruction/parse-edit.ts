import { EditReader } from './edit-reader.ts';
import type { EditPlan } from './edit.ts';
import { toEditPhrases } from './edit-phrases.ts';

/**
 * Reads an instruction to edit an image, left to right, once; words and rules are in docs/image-edits.md. Nothing is
 * refused: words that no rule knows are listed. The same text gives the same plan. O(words).
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
