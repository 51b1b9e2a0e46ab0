import type { Category } from './categories.ts';
import { findGenerationModel } from './generation-models.ts';

/** Returns the pool of a 3D generation, which depends on the model series (spec part 8). */
export function generationCategory(values: { readonly model?: unknown }): Category {
  return findGenerationModel(values.model)?.series === 'P' ? 'generation_p' : 'generation_h';
}
