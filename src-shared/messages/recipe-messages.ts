/** Messages about recipes and their files, in English; ICU templates by their ids. */
export const RECIPE_MESSAGES = {
  'recipe.takes': 'It takes {takes}, and {name} is {kind}.',
  'recipe.id-inside': 'The recipe in it has the id “{id}”. Rename one of the two.',
  'recipe.not-found': 'There is no recipe with this name.',
  'recipe.not-found-of': 'There is no recipe with this name. Available: {names}.',
  'recipe.id-form': 'An id {rule}',
  'recipe.built-in': 'It is built-in and read-only. Duplicate it, or use another id.',
  'recipe.id-taken': 'This id is already in use. Use another id, or remove that recipe first.',
  'recipe.over-1-mb': 'It is larger than 1 MB, the limit for a recipe.',
  'recipe.over-23-mb': 'It is larger than 23 MB. A recipe can hold at most 16 MB of images.',
  'recipe.file-limit': 'A recipe can be at most 23 MB with its images.',
  'recipe.images-invalid': 'Its “pictures” are not valid base64 for their SHA-256. Export the recipe again.',
  'recipe.image-not-carried':
    'Step {step} uses “{name}” in {field}, which is not on this computer and not complete in the file.',
  'recipe.export-again': 'Export the recipe again on a computer that has its images.',
  'recipe.image-wrong-format': '“{name}” is not in the image format that its name says.',
  'recipe.not-an-object': 'It is not a recipe. A recipe file is one JSON object with “dropforge_recipe”: 1.',
  'recipe.no-marker': 'It is not a recipe: “dropforge_recipe”: 1 is missing.',
  'recipe.newer-format':
    'It was saved by a newer version of Dropforge (format {format}; this version reads {supported}). Update Dropforge.',

  'subject.recipe': 'Recipe “{id}”',

  'source-kind.picture': 'an image',
  'source-kind.views': 'a set of views',
  'source-kind.prompt': 'a prompt',
  'source-kind.model': 'a model',

  'recipe-diff.name': 'Name: {before} → {after}',
  'recipe-diff.takes': 'Source: {before} → {after}',
  'recipe-diff.help': 'Description: {before} → {after}',
  'recipe-diff.also': 'Other sources: {before} → {after}',
  'recipe-diff.file-damaged': 'The existing file is damaged',
  'recipe-diff.step': 'Step {step}: {operation}, input: {source}{settings, select, none {} other { ({settings})}}',
  'recipe-diff.field': 'Step {step} ({operation}), {field}: {value}',
  'recipe-diff.field-changed': 'Step {step} ({operation}), {field}: {before} → {after}',
  'recipe-diff.input-changed': 'Step {step} ({operation}), input: {before} → {after}',
  'recipe-diff.exports-changed': 'Step {step} ({operation}), exports: {before} → {after}',
  'recipe-diff.source': 'the source',
  'recipe-diff.step-number': 'step {step}',
  'recipe-diff.nothing': 'nothing',
} as const;
