import type { AnyValues, Operation } from '../api/operation.ts';
import { OPERATIONS, type OperationName } from '../api/operations.ts';
import { FORMAT_ROWS, isSplat, type Format } from '../formats/formats.ts';
import type { Recipe, RecipeStep } from './recipe.ts';

/** What a step hands on; `check`: an answer and no file. */
export const FLOW_KINDS = ['picture', 'views', 'model', 'rig', 'clips', 'splat', 'check'] as const;

/** What flows out of a step. */
export interface StepFlow {
  readonly kind: (typeof FLOW_KINDS)[number];
  /** Of the file; null: it is no model, or only the service knows. */
  readonly format: Format | null;
  /** How many clips play on it. */
  readonly clips: number;
}

/** What flows out of each step, as its operation puts it out. */
export function findFlows({ steps }: Pick<Recipe, 'steps'>): StepFlow[] {
  const flows: StepFlow[] = [];
  for (const step of steps) flows.push(flowOf(step, step.from === null ? undefined : flows[step.from]));
  return flows;
}

/**
 * The format a step's file has; null: only the service knows. Quads are an FBX where a model is generated (4.3). Of a mesh
 * that is reduced to quads the document does not say it (4.4), and services differ: the local one writes a GLB.
 */
export function findStepFormat(name: OperationName, params: AnyValues): Format | null {
  if (name === 'convert_model') {
    const wanted = typeof params['format'] === 'string' ? params['format'].toUpperCase() : '';
    const found = Object.entries(FORMAT_ROWS).find(([, { convert }]) => convert === wanted);
    return (found?.[0] as Format | undefined) ?? null;
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
  // A conversion leaves skeleton and clips out unless it is told to keep them.
  if (operation === 'convert_model' && before && params['with_animation'] === true) return { ...before, format };
  // Textures, rig and clips follow new uvs (4.4).
  if (operation === 'unwrap_uv' && before) return { ...before, format };
  return { kind: outputs.includes('rig_type') ? 'rig' : 'model', format, clips: 0 };
}

function still(kind: StepFlow['kind']): StepFlow {
  return { kind, format: null, clips: 0 };
}

function countClips({ animation, animations }: AnyValues): number {
  return Array.isArray(animations) ? animations.length : animation === undefined ? 0 : 1;
}
