import type { Recipe, RecipeSet } from '../recipe.ts';
import { exportStep, importStep } from './conversion-steps.ts';
import { generationRecipes } from './generation-recipes.ts';

/** Maximum number of faces that phones display smoothly. */
const FACES = 10_000;

/** Small textures, and an origin on the floor. */
export const AR_USDZ = { texture_format: 'JPEG', texture_size: 1024, pivot_to_center_bottom: true } as const;

const HEAD: Omit<Recipe, 'takes' | 'steps'> = {
  id: 'ar',
  version: 1,
  name: 'AR',
  help: `For phones and the web: up to ${FACES} faces at real-world size, exported as GLB and as USDZ with 1024-pixel JPEG textures. The GLB of an imported model is not changed.`,
  basedOn: null,
};

const MODEL = {
  params: {
    model: 'P1-20260311',
    face_limit: FACES,
    texture: true,
    pbr: true,
    texture_quality: 'standard',
    auto_size: true,
  },
  exports: 'glb',
} as const;

/** Small files in real-world size, GLB and USDZ. */
export const AR: RecipeSet = {
  ...generationRecipes(HEAD, MODEL, [exportStep(0, 'usdz', AR_USDZ)]),
  model: {
    ...HEAD,
    takes: 'model',
    steps: [importStep('glb'), exportStep(0, 'usdz', { ...AR_USDZ, face_limit: FACES })],
  },
};
