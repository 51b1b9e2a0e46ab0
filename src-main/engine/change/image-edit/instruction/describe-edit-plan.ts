import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { quoteWords } from '../../../base/language/quote-words.ts';
import type { EditPlan } from './edit.ts';

/** Describes what was understood of an instruction and what was ignored. */
export function describeEditPlan({ understood, ignored, notes, second }: EditPlan, hasSecond: boolean): Note[] {
  return [
    ...(understood.length > 0 ? ([engineMessage('prompt.understood', { words: understood.join('; ') })] as const) : []),
    ...(ignored.length > 0 ? ([engineMessage('prompt.ignored', { words: quoteWords(ignored) })] as const) : []),
    ...notes,
    ...(second && !hasSecond ? ([engineMessage('edit.no-second-image')] as const) : []),
  ];
}
