import type { MeshFormat } from '../../formats/formats.ts';
import { conversionStep, type Recipe, type RecipeSet } from '../recipe.ts';
import { importStep } from './conversion-steps.ts';
import { generationRecipes } from './generation-recipes.ts';

const HEAD: Omit<Recipe, 'takes' | 'steps'> = {
  id: 'draft',
  version: 1,
  name: 'Draft',
  help: 'One model in the formats you choose.',
  basedOn: null,
};

/** The local service accepts any model name and reports what it really does. */
const PARAMS = { model: 'P2-20260801', texture: true, pbr: true } as const;

/**
 * Returns the default recipe: one model, then one conversion for every other format. The model step comes first and
 * always exists, because every conversion processes its task; it is exported only if GLB is selected.
 */
export function draftRecipes(formats: readonly MeshFormat[]): RecipeSet {
  const exports = formats.includes('glb') ? 'glb' : null;
  const rest = formats.flatMap((format) => conversionStep(format, 0));
  return {
    ...generationRecipes(HEAD, { params: PARAMS, exports }, rest),
    model: { ...HEAD, takes: 'model', steps: [importStep(exports), ...rest] },
  };
}
