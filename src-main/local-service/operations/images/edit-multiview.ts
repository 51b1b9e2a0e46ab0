import type { Note } from '../../../../src-shared/api/messages/notes.ts';
import { VIEW_NAMES, type ViewName } from '../../../engine/base/views/view-name.ts';
import type { EngineJob } from '../engine-job.ts';
import { readSeed } from '../read-seed.ts';
import { rethrowPromptError } from '../rethrow-prompt-error.ts';

interface ViewEdits {
  readonly prompts: readonly { readonly view: ViewName; readonly prompt: string }[];
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const RELIEF_EDGE = 256;

/** Views edited by rules, each by its own prompt (spec 4.3); the others keep their bytes. Throws PictureError. */
export const runEditMultiview: EngineJob = async ({ sources, values: given }, report) => {
  // The request was checked against the fields of this very operation.
  const { prompts, parameters } = given as unknown as ViewEdits;
  // Loaded when it is needed: its words come with the catalogue of the text grammar.
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
