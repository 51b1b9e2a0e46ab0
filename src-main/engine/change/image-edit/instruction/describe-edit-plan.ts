import type { Note } from '../../../../../src-shared/api/messages/notes.ts';
import { quoteWords } from '../../../base/language/quote-words.ts';
import type { EditPlan } from './edit.ts';

/** What was understood of an instruction and what was ignored, as sentences for a person. */
export function describeEditPlan({ understood, ignored, notes, second }: EditPlan, hasSecond: boolean): Note[] {
  return [
    ...(understood.length > 0 ? ([`Understood: ${understood.join('; ')}.`] as const) : []),
    ...(ignored.length > 0 ? ([`Not understood and left out: ${quoteWords(ignored)}.`] as const) : []),
    ...notes,
    ...(second && !hasSecond ? (['The prompt seems to speak of a second picture, but there is none.'] as const) : []),
  ];
}
