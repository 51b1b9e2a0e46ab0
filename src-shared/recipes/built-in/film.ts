import type { Recipe, RecipeSet } from '../recipe.ts';
import { exportStep, importStep } from './conversion-steps.ts';
import { generationRecipes } from './generation-recipes.ts';

const HEAD: Omit<Recipe, 'takes' | 'steps'> = {
  id: 'film',
  version: 1,
  name: 'Film',
  help: 'For close-ups: detailed geometry and textures, exported as USDZ and FBX. The local service always generates draft quality.',
  basedOn: null,
};

const MODEL = {
  params: {
    model: 'v3.1-20260211',
    geometry_quality: 'detailed',
    texture: true,
    pbr: true,
    texture_quality: 'detailed',
    texture_alignment: 'original_image',
  },
  exports: null,
} as const;

/** Textures keep their size: resizing would cost more and can only reduce them. */
const DELIVERIES = [exportStep(0, 'usdz'), exportStep(0, 'fbx')] as const;

/** Detailed geometry and textures, USDZ and FBX. */
export const FILM: RecipeSet = {
  ...generationRecipes(HEAD, MODEL, DELIVERIES),
  model: { ...HEAD, takes: 'model', steps: [importStep(null), ...DELIVERIES] },
};
