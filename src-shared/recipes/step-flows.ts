import type { AnyValues, Operation } from '../api/operation.ts';
import { OPERATIONS, type OperationName } from '../api/operations.ts';
import { FORMAT_ROWS, isSplat, type Format } from '../formats/formats.ts';
import type { Recipe, RecipeStep } from './recipe.ts';

/** Kinds of step results; `check`: an answer without a file. */
export const FLOW_KINDS = ['picture', 'views', 'model', 'rig', 'clips', 'splat', 'check'] as const;

/** Result of a step. */
export interface StepFlow {
  readonly kind: (typeof FLOW_KINDS)[number];
  /** Format of the file; null: not a model, or only the service knows. */
  readonly format: Format | null;
  /** Number of animation clips. */
  readonly clips: number;
}

/** Returns the result of each step, derived from its operation. */
export function findFlows({ steps }: Pick<Recipe, 'steps'>): StepFlow[] {
  const flows: StepFlow[] = [];
  for (const step of steps) flows.push(flowOf(step, step.from === null ? undefined : flows[step.from]));
  return flows;
}

/**
 * Returns the format of a step's file; null: only the service knows. A generated quad model is an FBX (4.3). For a mesh
 * reduced to quads, the document does not define it (4.4) and services differ: the local one writes a GLB.
 */
export function findStepFormat(name: OperationName, params: AnyValues): Format | null {
  if (name === 'convert_model') {
    const wanted = typeof params['format'] === 'string' ? params['format'].toUpperCase() : '';
    const entry = Object.entries(FORMAT_ROWS).find(([, { convert }]) => convert === wanted);
    return (entry?.[0] as Format | undefined) ?? null;
  }
  if (name === 'import_model' || (name === 'decimate_mesh' && params['quad'] === true)) return null;
  if (name === 'image_to_splat') return 'ply';
  return params['quad'] === true || params['out_format'] === 'fbx' ? 'fbx' : 'glb';
}

function flowOf({ operation, params }: RecipeStep, before: StepFlow | undefined): StepFlow {
  const { outputs }: Operation = OPERATIONS[operation];
  if (!outputs.includes('model_url')) {
    if (outputs.includes('generated_image_url')) return still('picture');
    return still(outputs.includes('front_view_url') ? 'views' : 'check');
  }
  const format = findStepFormat(operation, params);
  if (isSplat(format)) return { kind: 'splat', format, clips: 0 };
  if (operation === 'retarget_animation') return { kind: 'clips', format, clips: countClips(params) };
  // A conversion drops skeleton and clips unless configured to include them.
  if (operation === 'convert_model' && before && params['with_animation'] === true) return { ...before, format };
  // New UVs preserve textures, rig and clips (4.4).
  if (operation === 'unwrap_uv' && before) return { ...before, format };
  return { kind: outputs.includes('rig_type') ? 'rig' : 'model', format, clips: 0 };
}

function still(kind: StepFlow['kind']): StepFlow {
  return { kind, format: null, clips: 0 };
}

function countClips({ animation, animations }: AnyValues): number {
  return Array.isArray(animations) ? animations.length : animation === undefined ? 0 : 1;
}
