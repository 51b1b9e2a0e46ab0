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
    return `${name} works on no source at all; a recipe begins with a ${takes}. Leave the step out, or let the recipe take a prompt.`;
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
      return `${name} works on another step, not on the source. Let from point to a step before it.`;
    case 'views':
      if (takes === 'views') return null;
      return `${name} needs two to four views. Put generate_multiview_image before it and let from point there, or let the recipe take views.`;
    case 'file':
    case 'files': {
      const wanted = source.media === 'image' ? 'picture' : 'model';
      if (wanted === takes) return null;
      return `${name} takes a ${wanted}, and this recipe takes a ${takes}. Begin with ${FIRST[takes]}, or change takes.`;
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
      return `Step ${from + 1} (${earlier}) puts out splats, and ${name} needs a mesh. Let from point to a step that makes one.`;
    }
    if (outputs.includes('model_url')) return null;
    return `Step ${from + 1} (${earlier}) puts out no model, and ${name} needs one. Let from point to a step that makes one.`;
  }
  if (types.includes(earlier)) return null;
  if (types.length === 0) return `${name} works on the source only. Set from to null.`;
  return `${name} takes what ${types.join(' or ')} puts out, not ${earlier}. Let from point to such a step.`;
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
