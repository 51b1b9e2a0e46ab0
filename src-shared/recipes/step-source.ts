import { OPERATIONS } from '../api/operations.ts';
import type { Operation } from '../api/operation.ts';
import { IMAGE_TASK_TYPES } from '../api/protocol/task-types.ts';
import type { Recipe, RecipeStep } from './recipe.ts';
import type { SourceKind } from '../formats/source-kind.ts';

/** Why a step cannot work on what it is given, and what to do; null when it can. `from` must name an earlier step. */
export function findStepSourceError({ takes, steps }: Pick<Recipe, 'takes' | 'steps'>, index: number): string | null {
  const { operation: name, from } = steps[index] as RecipeStep;
  const operation: Operation = OPERATIONS[name];
  if (operation.source.kind === 'none') {
    if (takes === 'prompt' && from === null) return null;
    return `${name} does not use a source, but this recipe starts from ${takes}. Remove the step, or set takes to prompt.`;
  }
  return from === null ? fitsJob(operation, takes) : fitsTask(operation, steps, from);
}

/** What a recipe usually begins with. */
const FIRST: Readonly<Record<SourceKind, RecipeStep['operation']>> = {
  picture: 'image_to_model',
  views: 'multiview_to_model',
  prompt: 'text_to_model',
  model: 'import_model',
};

/** Whether an operation takes the source of the job. */
function fitsJob({ name, source }: Operation, takes: Recipe['takes']): string | null {
  switch (source.kind) {
    case 'task':
      return `${name} uses the result of another step, not the source. Set from to an earlier step.`;
    case 'views':
      if (takes === 'views') return null;
      return `${name} requires two to four views. Add generate_multiview_image before it and set from to that step, or set takes to views.`;
    case 'file':
    case 'files': {
      const wanted = source.media === 'image' ? 'picture' : 'model';
      if (wanted === takes) return null;
      return `${name} requires ${wanted === 'model' ? 'a model file' : 'an image'}, but this recipe takes ${takes}. Start with ${FIRST[takes]}, or change takes.`;
    }
    default:
      return null;
  }
}

/** Whether an operation takes what another step put out. */
function fitsTask({ name, source }: Operation, steps: readonly RecipeStep[], from: number): string | null {
  const earlier = (steps[from] as RecipeStep).operation;
  const { outputs }: Operation = OPERATIONS[earlier];
  const types = acceptedTaskTypes(source);
  if (types === null) {
    if (outputs.includes('splat_url')) {
      return `Step ${from + 1} (${earlier}) returns splats, but ${name} requires a mesh. Set from to a step that returns one.`;
    }
    if (outputs.includes('model_url')) return null;
    return `Step ${from + 1} (${earlier}) does not return a model, but ${name} requires one. Set from to a step that returns one.`;
  }
  if (types.includes(earlier)) return null;
  if (types.length === 0) return `${name} only accepts the source of the job. Set from to null.`;
  return `${name} requires the result of ${types.join(' or ')}, not ${earlier}. Set from to such a step.`;
}

/** Types of the tasks an operation takes; null: any with a model; none: it takes no task at all. */
export function acceptedTaskTypes(source: Operation['source']): readonly string[] | null {
  switch (source.kind) {
    case 'task':
      return source.types;
    case 'views':
      return source.tasks;
    case 'file':
      return source.tasks ?? [];
    case 'files':
      return IMAGE_TASK_TYPES;
    default:
      return [];
  }
}
