import type { RecipeSet } from '../../src-shared/recipes/recipe.ts';

/** The fastest model of an image. */
export const QUICK = { model: 'P2-20260801', texture: false, pbr: false, face_limit: 48 } as const;

/** One quick step that costs something. */
export const QUICK_RECIPE: RecipeSet = {
  picture: {
    ...{ id: 'quick', version: 1, name: 'Quick', help: '', takes: 'picture', basedOn: null },
    steps: [{ operation: 'image_to_model', params: QUICK, from: null, exports: 'glb' }],
  },
};
