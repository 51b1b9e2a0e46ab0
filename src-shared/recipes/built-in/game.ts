import type { Recipe, RecipeSet } from '../recipe.ts';
import { exportStep, importStep } from './conversion-steps.ts';
import { generationRecipes } from './generation-recipes.ts';

/** Number of faces of an average real-time prop; P1 creates up to 20,000. */
const FACES = 8_000;

/**
 * Unreal and Unity support the axes and units of the Blender preset; the origin at the base places the model on the
 * floor.
 */
export const GAME_FBX = {
  texture_format: 'PNG',
  texture_size: 2048,
  pivot_to_center_bottom: true,
  fbx_preset: 'blender',
} as const;

const HEAD: Omit<Recipe, 'takes' | 'steps'> = {
  id: 'game',
  version: 1,
  name: 'Game',
  help: `For game engines: up to ${FACES} faces, exported as GLB and as FBX for Unreal, Unity and Blender with 2048-pixel PNG textures and the pivot at the bottom center.`,
  basedOn: null,
};

const MODEL = {
  params: { model: 'P1-20260311', face_limit: FACES, texture: true, pbr: true },
  exports: 'glb',
} as const;

/** Few faces and an FBX for game engines. */
export const GAME: RecipeSet = {
  ...generationRecipes(HEAD, MODEL, [exportStep(0, 'fbx', GAME_FBX)]),
  model: {
    ...HEAD,
    takes: 'model',
    steps: [importStep(null), exportStep(0, 'fbx', { ...GAME_FBX, face_limit: FACES })],
  },
};
