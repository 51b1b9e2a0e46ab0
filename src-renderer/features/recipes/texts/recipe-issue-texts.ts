/** What main says of a chain, and the same as the page says it; `{1}`, `{2}` … stand for what varies. */
export const RECIPE_ISSUE_TEXTS: readonly (readonly [said: string, words: string])[] = [
  [
    'Step {1} ({2}) puts out splats, and {3} needs a mesh. Let from point to a step that makes one.',
    'Needs a mesh; step {1} makes splats.',
  ],
  [
    '{1} works on no source at all; a recipe begins with a {2}. Leave the step out, or let the recipe take a prompt.',
    'Works on words alone, at the beginning of a recipe that takes a prompt.',
  ],
  [
    '{1} works on another step, not on the source. Let from point to a step before it.',
    'Works on what a step makes, not on the source.',
  ],
  [
    '{1} needs two to four views. Put generate_multiview_image before it and let from point there, or let the recipe take views.',
    'Needs two to four views: put generate_multiview_image before it, or let the recipe take views.',
  ],
  [
    '{1} takes a picture, and this recipe takes a {2}. Begin with {3}, or change takes.',
    'Takes a picture, and this recipe begins with another source.',
  ],
  [
    '{1} takes a model, and this recipe takes a {2}. Begin with {3}, or change takes.',
    'Takes a model file, and this recipe begins with another source.',
  ],
  [
    'Step {1} ({2}) puts out no model, and {3} needs one. Let from point to a step that makes one.',
    'Needs a model; step {1} makes none.',
  ],
  ['{1} works on the source only. Set from to null.', 'Works on the source only.'],
  ['{1} takes what {2} puts out, not {3}. Let from point to such a step.', 'Takes what {2} makes.'],
  [
    'Step {1} can work on an earlier step only, never in a circle. Set from to {2}.',
    'Step {1} works on a step that comes after it. Move it down, or let it work on an earlier one.',
  ],
  ['{1} puts out no model. Set exports to null.', 'It makes no model to be exported. Choose “not exported”.'],
  [
    'This step makes {1}, not {2}. Set exports to {1}, or add a convert_model step.',
    'It makes {1}, not {2}. Export it as what it is, or add a conversion.',
  ],
  ['must hold at least one step.', 'A recipe needs at least one step. Add one.'],
  ['must hold at most {1}.', 'A recipe has at most {1} steps. Remove some.'],
];
