import type { Recipe, RecipeSet, RecipeStep } from '../recipe.ts';
import { importStep } from './conversion-steps.ts';
import { generationRecipes } from './generation-recipes.ts';

const HEAD: Omit<Recipe, 'takes' | 'steps'> = {
  id: 'character',
  version: 1,
  name: 'Character',
  help: 'For bipeds: a rig with Mixamo bone names, exported as FBX. Use an image of the full figure from the front with the arms away from the body (T-pose or A-pose). A rig check runs before rigging.',
  basedOn: null,
};

/** Without orientation to the image's view and without parts, so that the rig gets an upright body in one piece. */
const MODEL = {
  params: {
    model: 'v3.1-20260211',
    texture: true,
    pbr: true,
    face_limit: 20_000,
    orientation: 'default',
    enable_image_autofix: true,
  },
  exports: 'glb',
} as const;

/** The check is free; the rig writes the FBX itself, so no conversion is charged. */
const SKELETON: readonly RecipeStep[] = [
  { operation: 'rig_check', params: {}, from: 0, exports: null },
  {
    operation: 'rig_model',
    params: { model: 'v2.5-20260210', rig_type: 'biped', spec: 'mixamo', out_format: 'fbx' },
    from: 0,
    exports: 'fbx',
  },
];

/** A character with a skeleton, FBX. */
export const CHARACTER: RecipeSet = {
  ...generationRecipes(HEAD, MODEL, SKELETON),
  model: { ...HEAD, takes: 'model', steps: [importStep(null), ...SKELETON] },
};
