/** What main says of a chain, and the same as the page says it; `{1}`, `{2}` … stand for what varies. */
export const RECIPE_ISSUE_TEXTS: readonly (readonly [said: string, words: string])[] = [
  [
    'Step {1} ({2}) returns splats, but {3} requires a mesh. Set from to a step that returns one.',
    'Requires a mesh, but step {1} returns splats.',
  ],
  [
    '{1} does not use a source, but this recipe starts from {2}. Remove the step, or set takes to prompt.',
    'Only works as the first step of a recipe that accepts prompts.',
  ],
  [
    '{1} uses the result of another step, not the source. Set from to an earlier step.',
    'Requires the result of another step.',
  ],
  [
    '{1} requires two to four views. Add generate_multiview_image before it and set from to that step, or set takes to views.',
    'Requires two to four views. Add “Image to views” before it, or let the recipe accept views.',
  ],
  [
    '{1} requires an image, but this recipe takes {2}. Start with {3}, or change takes.',
    'Requires an image, but this recipe starts from another source.',
  ],
  [
    '{1} requires a model file, but this recipe takes {2}. Start with {3}, or change takes.',
    'Requires a model file, but this recipe starts from another source.',
  ],
  [
    'Step {1} ({2}) does not return a model, but {3} requires one. Set from to a step that returns one.',
    'Requires a model, but step {1} does not return one.',
  ],
  ['{1} only accepts the source of the job. Set from to null.', 'Only accepts the source of the job.'],
  ['{1} requires the result of {2}, not {3}. Set from to such a step.', 'Requires the result of {2}.'],
  [
    'Step {1} can only use the result of an earlier step. Set from to {2}.',
    'Step {1} uses the result of a later step. Move it down, or use an earlier step.',
  ],
  ['{1} does not return a model. Set exports to null.', 'It does not return a model to export. Choose “not exported”.'],
  [
    'This step creates {1}, not {2}. Set exports to {1}, or add a convert_model step.',
    'It creates {1}, not {2}. Export {1}, or add a conversion.',
  ],
  ['must have at least one step.', 'A recipe needs at least one step. Add one.'],
  ['can have at most {1}.', 'A recipe can have at most {1} steps. Remove some.'],
];
