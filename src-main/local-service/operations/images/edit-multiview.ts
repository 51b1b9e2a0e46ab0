import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { VIEW_NAMES } from '../../../engine/base/views/view-name.ts';
import type { EngineJob } from '../engine-job.ts';
import { readSeed } from '../read-seed.ts';
import { rethrowPromptError } from '../rethrow-prompt-error.ts';

const RELIEF_EDGE = 256;

/** Views edited by rules, each with its own prompt (spec 4.3); the others keep their bytes. Throws ImageError. */
export const runEditMultiview: EngineJob<typeof OPERATIONS.edit_multiview_image> = async (
  { sources, values: given },
  report,
) => {
  const { prompts, parameters } = given;
  // Loaded on demand, because it includes the catalogue of the text grammar.
  const { editView } = await import('../../../engine/change/image-edit/edit-view.ts');
  const views = [...sources];
  const notes: Note[] = [];
  for (const [k, { view, prompt }] of prompts.entries()) {
    report(k / prompts.length, 'edit');
    const slot = VIEW_NAMES.indexOf(view);
    const options = { reliefEdge: RELIEF_EDGE, seed: readSeed(parameters) };
    const edited = await editView(view, views[slot]!, prompt, options).catch(rethrowPromptError);
    views[slot] = edited.image;
    notes.push(...edited.notes);
  }
  report(1, 'edit');
  return {
    files: VIEW_NAMES.map((name, slot) => ({
      key: `${name}_view_url` as const,
      name: `${name}.png`,
      bytes: views[slot]!,
    })),
    notes,
  };
};
