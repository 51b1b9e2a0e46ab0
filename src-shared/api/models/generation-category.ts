import type { Category } from './categories.ts';
import { findGenerationModel } from './generation-models.ts';

/** The pool of a 3D generation: by the series of its model (spec part 8). */
export function generationCategory(values: { readonly model?: unknown }): Category {
  return findGenerationModel(values.model)?.series === 'P' ? 'generation_p' : 'generation_h';
}
