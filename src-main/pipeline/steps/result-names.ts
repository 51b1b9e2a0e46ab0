import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { Style } from '../../../src-shared/api/operations/stylize-model.ts';
import { findCreatingStep } from '../../../src-shared/jobs/creating-step.ts';
import { listChain } from '../../../src-shared/jobs/step-chain.ts';
import type { ArtifactRecord, StepRecord } from '../job-record.ts';

/** What an operation makes of a model, in the names of files. Empty: the same model. */
const RESULTS: Readonly<Record<OperationName, string>> = {
  text_to_model: 'model',
  image_to_model: 'model',
  multiview_to_model: 'model',
  text_to_image: 'image',
  image_to_image: 'image',
  generate_multiview_image: 'views',
  edit_multiview_image: 'views',
  image_to_splat: 'splat',
  texture_model: 'textured',
  refine_model: 'refined',
  stylize_model: 'stylized',
  convert_model: '',
  import_model: '',
  rig_check: '',
  rig_model: 'rigged',
  retarget_animation: 'animated',
  segment_mesh: 'segmented',
  complete_mesh: 'completed',
  decimate_mesh: 'decimated',
  unwrap_uv: 'unwrapped',
  smart_segment: 'segmented',
};

/** What a style makes of a model. */
const STYLE_RESULTS: Readonly<Record<Style, string>> = {
  lego: 'bricks',
  voxel: 'voxels',
  voronoi: 'voronoi',
  minecraft: 'blocks',
  keyring: 'keyring',
  fridge_magnet: 'fridge_magnet',
  keycap: 'keycap',
};

/** Longer chains lose their first operations. */
const MAX_KIND_LENGTH = 60;

/** What kind of result a model is, and its version among the job's results of that kind. */
export interface ResultName {
  /** What the operations made of the asset: `bricks_rigged`. Empty: the asset itself, in any format. */
  readonly kind: string;
  /** From 1. Another format of the same model has the same version. */
  readonly version: number;
}

type Made = { readonly steps: readonly StepRecord[]; readonly artifacts: readonly ArtifactRecord[] };

/** The name of the result of a step; it does not change when steps are added. */
export function nameResult(record: Made, step: number): ResultName {
  const maker = findCreatingStep(record.steps, step);
  const kind = findKind(record.steps, maker);
  const models = record.artifacts.filter(({ role }) => role === 'model');
  const makers = new Set(models.map((model) => findCreatingStep(record.steps, model.step)));
  const before = [...makers].filter((each) => each < maker && findKind(record.steps, each) === kind);
  return { kind, version: 1 + before.length };
}

/** Operations from the asset's own model to the result of a step. */
function findKind(steps: readonly StepRecord[], maker: number): string {
  const own = findOwn(steps);
  if (maker === own) return '';
  const ancestors = new Set(listChain(steps, own));
  const chain = listChain(steps, maker);
  const isBefore = ancestors.has(maker);
  const results = (isBefore ? [maker] : chain.filter((index) => !ancestors.has(index)))
    .reverse()
    .map((index) => toResult(steps[index]!))
    .filter((result) => result !== '');
  while (results.length > 1 && results.join('_').length > MAX_KIND_LENGTH) results.shift();
  return results.join('_') || 'model';
}

/** The step that created the asset's own model: the first one that the recipe exports. */
function findOwn(steps: readonly StepRecord[]): number {
  const ofRecipe = steps.findIndex(({ exports, extra }) => exports !== null && extra !== true);
  const first = ofRecipe >= 0 ? ofRecipe : steps.findIndex(({ exports }) => exports !== null);
  return findCreatingStep(steps, Math.max(0, first));
}

function toResult({ operation, params }: StepRecord): string {
  const style = params['style'];
  const isStyle = operation === 'stylize_model' && typeof style === 'string' && Object.hasOwn(STYLE_RESULTS, style);
  return isStyle ? STYLE_RESULTS[style as Style] : RESULTS[operation];
}
