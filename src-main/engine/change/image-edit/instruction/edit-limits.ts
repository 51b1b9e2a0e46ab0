import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { quoteWords } from '../../../base/language/quote-words.ts';

/** Most changes of one prompt: each takes a second at most. */
export const MAX_EDITS = 12;

/** Notes about what an instruction asks for and this computer cannot do: parts of the subject, new things, too many changes. */
export function noteLimits(nouns: readonly string[], unmade: readonly string[], editCount: number): Note[] {
  const notes: Note[] = [];
  if (nouns.length > 0) notes.push(engineMessage('edit.whole-subject', { words: quoteWords(new Set(nouns)) }));
  if (unmade.length > 0) notes.push(engineMessage('edit.cannot-add-remove', { words: quoteWords(new Set(unmade)) }));
  if (editCount > MAX_EDITS) notes.push(engineMessage('edit.first-edits', { max: MAX_EDITS }));
  return notes;
}
