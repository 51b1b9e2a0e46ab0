import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { quoteWords } from '../../../base/language/quote-words.ts';

/** Maximum number of edits in one prompt; each takes up to a second. */
export const MAX_EDITS = 12;

/** Returns notes about unsupported requests: parts of the subject, new objects, too many edits. */
export function noteLimits(nouns: readonly string[], unsupported: readonly string[], editCount: number): Note[] {
  const notes: Note[] = [];
  if (nouns.length > 0) notes.push(engineMessage('edit.whole-subject', { words: quoteWords(new Set(nouns)) }));
  if (unsupported.length > 0)
    notes.push(engineMessage('edit.cannot-add-remove', { words: quoteWords(new Set(unsupported)) }));
  if (editCount > MAX_EDITS) notes.push(engineMessage('edit.first-edits', { max: MAX_EDITS }));
  return notes;
}
