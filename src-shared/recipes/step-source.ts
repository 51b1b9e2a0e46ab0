import { OPERATIONS } from '../api/operations.ts';
import type { Operation } from '../api/operation.ts';
import { IMAGE_TASK_TYPES } from '../api/protocol/task-types.ts';
import type { Recipe, RecipeStep } from './recipe.ts';
import type { SourceKind } from '../formats/source-kind.ts';
import { message, type Message } from '../messages/message.ts';

/**
 * Returns why a step cannot process its input, and what to do; null if it can. `from` must refer to an earlier step.
 */
export function findStepSourceError({ takes, steps }: Pick<Recipe, 'takes' | 'steps'>, index: number): Message | null {
  const { operation: name, from } = steps[index] as RecipeStep;
  const operation: Operation = OPERATIONS[name];
  if (operation.source.kind === 'none') {
    if (takes === 'prompt' && from === null) return null;
    return message('recipe-issue.no-source', { operation: name, takes });
  }
  return from === null ? fitsJob(operation, takes) : fitsTask(operation, steps, from);
}

/** Typical first step for each kind of source. */
const FIRST: Readonly<Record<SourceKind, RecipeStep['operation']>> = {
  picture: 'image_to_model',
  views: 'multiview_to_model',
  prompt: 'text_to_model',
  model: 'import_model',
};

/** Checks that an operation accepts the source of the job. */
function fitsJob({ name, source }: Operation, takes: Recipe['takes']): Message | null {
  switch (source.kind) {
    case 'task':
      return message('recipe-issue.needs-step', { operation: name });
    case 'views':
      if (takes === 'views') return null;
      return message('recipe-issue.needs-views', { operation: name });
    case 'file':
    case 'files': {
      const wanted = source.media === 'image' ? 'picture' : 'model';
      if (wanted === takes) return null;
      return message(wanted === 'model' ? 'recipe-issue.needs-model-file' : 'recipe-issue.needs-image', {
        operation: name,
        takes,
        first: FIRST[takes],
      });
    }
    default:
      return null;
  }
}

/** Checks that an operation accepts the result of another step. */
function fitsTask({ name, source }: Operation, steps: readonly RecipeStep[], from: number): Message | null {
  const earlier = (steps[from] as RecipeStep).operation;
  const { outputs }: Operation = OPERATIONS[earlier];
  const types = acceptedTaskTypes(source);
  if (types === null) {
    if (outputs.includes('splat_url')) {
      return message('recipe-issue.needs-mesh', { step: from + 1, earlier, operation: name });
    }
    if (outputs.includes('model_url')) return null;
    return message('recipe-issue.needs-model', { step: from + 1, earlier, operation: name });
  }
  if (types.includes(earlier)) return null;
  if (types.length === 0) return message('recipe-issue.needs-source', { operation: name });
  return message('recipe-issue.needs-result', { operation: name, types: types.join(' or '), earlier });
}

/** Returns the task types that an operation accepts; null: any with a model; empty: none. */
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
