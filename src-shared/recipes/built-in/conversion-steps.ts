import { FORMAT_ROWS, type MeshFormat } from '../../formats/formats.ts';
import type { RecipeStep } from '../recipe.ts';

/** A step that writes the model of another step in a format, with options of the convert operation. */
export function exportStep(
  from: number,
  format: Exclude<MeshFormat, 'glb'>,
  options: Readonly<Record<string, unknown>> = {},
): RecipeStep {
  const params = { format: FORMAT_ROWS[format].convert, ...options };
  return { operation: 'convert_model', params, from, exports: format };
}

/** The step that brings a model in, exported as it is or not. */
export function importStep(exports: 'glb' | null): RecipeStep {
  return { operation: 'import_model', params: {}, from: null, exports };
}
