import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { isEmptyText } from '../../../base/language/is-empty-text.ts';
import { replaceUnknownLooks } from '../../../catalogue/nearest/replace-unknown-looks.ts';
import { EditError, type EditPlan } from './edit.ts';
import { parseEdit } from './parse-edit.ts';

/**
 * Returns a plan for a prompt whose own plan has no edits: with the known looks nearest to its words, otherwise without
 * edits; notes report it. What cannot be added or removed is not painted instead. Throws `EditError` if the prompt is empty.
 */
export function findNearestPlan(prompt: string, plan: EditPlan): EditPlan {
  if (isEmptyText(prompt)) throw new EditError(engineMessage('prompt-error.empty-edit'));
  const isUnsupported = plan.notes.some((note) => typeof note !== 'string' && note.id === 'edit.cannot-add-remove');
  for (const { tokens, notes } of isUnsupported ? [] : replaceUnknownLooks(prompt)) {
    const nearest = parseEdit(tokens.map(({ text }) => text).join(' '));
    if (nearest.edits.length > 0) return { ...nearest, notes: [...nearest.notes, ...notes] };
  }
  return { ...plan, notes: [...plan.notes, engineMessage('edit.unchanged')] };
}
