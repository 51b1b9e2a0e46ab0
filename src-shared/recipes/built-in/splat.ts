import type { RecipeSet } from '../recipe.ts';

/** A Gaussian splat from an image, PLY; not available for other sources. */
export const SPLAT: RecipeSet = {
  picture: {
    id: 'splat',
    version: 1,
    name: 'Splat',
    help: 'A Gaussian splat from an image, exported as PLY for viewers and programs that support splats. It cannot be converted to a mesh.',
    basedOn: null,
    takes: 'picture',
    steps: [{ operation: 'image_to_splat', params: {}, from: null, exports: 'ply' }],
  },
};
