import type { RECIPE_ISSUE_MESSAGES } from '../../../../src-shared/messages/recipe-issue-messages.ts';

/** Issues of a step in the terms of the editor, if the message uses those of the recipe file; by message id. */
export const RECIPE_ISSUE_TEXTS: Readonly<Partial<Record<keyof typeof RECIPE_ISSUE_MESSAGES, string>>> = {
  'recipe-issue.no-steps': 'A recipe needs at least one step. Add one.',
  'recipe-issue.too-many-steps': 'A recipe can have at most {max} steps. Remove some.',
  'recipe-issue.needs-mesh': 'Requires a mesh, but step {step} returns splats.',
  'recipe-issue.no-source': 'Only works as the first step of a recipe that accepts prompts.',
  'recipe-issue.needs-step': 'Requires the result of another step.',
  'recipe-issue.needs-views':
    'Requires two to four views. Add “Image to views” before it, or let the recipe accept views.',
  'recipe-issue.needs-image': 'Requires an image, but this recipe starts from another source.',
  'recipe-issue.needs-model-file': 'Requires a model file, but this recipe starts from another source.',
  'recipe-issue.needs-model': 'Requires a model, but step {step} does not return one.',
  'recipe-issue.needs-source': 'Only accepts the source of the job.',
  'recipe-issue.needs-result': 'Requires the result of {types}.',
  'recipe-issue.later-step': 'Step {step} uses the result of a later step. Move it down, or use an earlier step.',
  'recipe-issue.no-model-to-export': 'It does not return a model to export. Choose “not exported”.',
  'recipe-issue.export-format': 'It creates {made}, not {given}. Export {made}, or add a conversion.',
};
