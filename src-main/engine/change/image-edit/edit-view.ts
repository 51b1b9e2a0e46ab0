import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { encodePng } from '../../base/image/encode-png.ts';
import type { ViewName } from '../../base/views/view-name.ts';
import { readImage } from '../../base/image/read-image.ts';
import { applyEdits, type EditOptions } from './instruction/apply-edits.ts';
import { describeEditPlan } from './instruction/describe-edit-plan.ts';
import { EditError } from './instruction/edit.ts';
import { findBackgroundChange, isBackgroundEdit, replaceBackground } from './background/replace-background.ts';
import { findNearestPlan } from './instruction/find-nearest-plan.ts';
import { parseEdit } from './instruction/parse-edit.ts';

/**
 * Edits one view of a subject by a prompt, at its own size, and returns a PNG with notes about what was understood and
 * ignored, as `imageToImage`. Throws `ImageError`, and `EditError`, which names the view, if the prompt is empty.
 * 1024 px: about 1 s.
 */
export async function editView(
  name: ViewName,
  bytes: Uint8Array,
  prompt: string,
  options: EditOptions,
): Promise<{ image: Uint8Array; notes: readonly Note[] }> {
  try {
    const { image, notes } = await edit(bytes, prompt, options);
    return { image, notes: notes.map((note): Note => engineMessage('views.in-view', { view: name, note })) };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw new EditError(engineMessage('edit-error.view', { view: name, reason: error.detail }), { cause: error });
  }
}

async function edit(bytes: Uint8Array, prompt: string, options: EditOptions) {
  const parsed = parseEdit(prompt);
  const plan = parsed.edits.length === 0 ? findNearestPlan(prompt, parsed) : parsed;
  const said = describeEditPlan(plan, false);
  const edited = await applyEdits(await readImage(bytes), plan.edits, options, () => undefined);
  const behind = findBackgroundChange(plan.edits);
  const put = behind ? await replaceBackground(edited, behind, null, plan.edits.every(isBackgroundEdit)) : null;
  return {
    image: await encodePng(put?.image ?? edited.image),
    notes: [...said, ...edited.notes, ...(put?.notes ?? [])],
  };
}
