import { FORMAT_ROWS, type MeshFormat } from '../../formats/formats.ts';
import type { RecipeStep } from '../recipe.ts';

/** Returns a step that converts the model of another step to a format. */
export function exportStep(
  from: number,
  format: Exclude<MeshFormat, 'glb'>,
  options: Readonly<Record<string, unknown>> = {},
): RecipeStep {
  const params = { format: FORMAT_ROWS[format].convert, ...options };
  return { operation: 'convert_model', params, from, exports: format };
}

/** Returns the step that imports a model; `exports`: also exports it unchanged. */
export function importStep(exports: 'glb' | null): RecipeStep {
  return { operation: 'import_model', params: {}, from: null, exports };
}
