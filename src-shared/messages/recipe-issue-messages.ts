/**
 * Issues of recipe steps and sidecars, in English and in the terms of their files; ICU templates by their ids. The page
 * has separate texts for its recipe editor.
 */
export const RECIPE_ISSUE_MESSAGES = {
  'recipe-issue.at-step':
    'step {step}{operation, select, none {} other { ({operation})}}{field, select, none {} other {, {field}}}: {text}',
  'recipe-issue.at-field': '{field}: {text}',
  'recipe-issue.more': '… and {count} more.',

  'recipe-issue.too-deep': 'The recipe is nested too deeply. Reduce the nesting.',
  'recipe-issue.several-kinds':
    'A recipe can accept several source types only if its first step generates the model and no other step uses the source.',
  'recipe-issue.no-steps': 'must have at least one step.',
  'recipe-issue.too-many-steps': 'can have at most {max}.',
  'recipe-issue.full': 'A recipe can have at most {max} steps. Remove one first.',
  'recipe-issue.later-step':
    'Step {step} can only use the result of an earlier step. Set from to {last, select, none {null, the source} other {null (the source) or 0 to {last}}}.',
  'recipe-issue.no-model-to-export': '{operation} does not return a model. Set exports to null.',
  'recipe-issue.export-format':
    'This step creates {made}, not {given}. Set exports to {made}, or add a convert_model step.',
  'recipe-issue.source-from-job': 'The job sets the source. Remove it.',
  'recipe-issue.unknown-parameter': '{operation} does not have this parameter. Remove it.',
  'recipe-issue.unknown-key': 'Unknown key “{name}”. Remove it.',
  'recipe-issue.unknown-operation': 'Unknown operation “{operation}”. Use one of {names}.',
  'recipe-issue.model-gone': '“{model}” is retired or does not exist. {expected}.',
  'recipe-issue.expiring-file':
    'It refers to an uploaded file that will expire. Choose an image on this computer, or use a URL.',
  'recipe-issue.no-source':
    '{operation} does not use a source, but this recipe starts from {takes}. Remove the step, or set takes to prompt.',
  'recipe-issue.needs-step':
    '{operation} uses the result of another step, not the source. Set from to an earlier step.',
  'recipe-issue.needs-views':
    '{operation} requires two to four views. Add generate_multiview_image before it and set from to that step, or set takes to views.',
  'recipe-issue.needs-image':
    '{operation} requires an image, but this recipe takes {takes}. Start with {first}, or change takes.',
  'recipe-issue.needs-model-file':
    '{operation} requires a model file, but this recipe takes {takes}. Start with {first}, or change takes.',
  'recipe-issue.needs-mesh':
    'Step {step} ({earlier}) returns splats, but {operation} requires a mesh. Set from to a step that returns one.',
  'recipe-issue.needs-model':
    'Step {step} ({earlier}) does not return a model, but {operation} requires one. Set from to a step that returns one.',
  'recipe-issue.needs-source': '{operation} only accepts the source of the job. Set from to null.',
  'recipe-issue.needs-result': '{operation} requires the result of {types}, not {earlier}. Set from to such a step.',

  'sidecar.unreadable': 'could not be read',
  'sidecar.not-an-object': 'It must be an object such as {example}.',
  'sidecar.recipe': 'recipe: must be the id of a recipe, such as "game".',
  'sidecar.priority': 'priority: must be {priorities}.',
  'sidecar.operation': '{operation}: must be an object with parameters of that operation.',
  'sidecar.no-step': '{operation}: recipe “{recipe}” does not have this step.',
} as const;
