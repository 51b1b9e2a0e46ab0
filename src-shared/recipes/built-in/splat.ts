import type { RecipeSet } from '../recipe.ts';

/** A Gaussian splat of a picture, PLY; there is none of anything else. */
export const SPLAT: RecipeSet = {
  picture: {
    id: 'splat',
    version: 1,
    name: 'Splat',
    help: 'A Gaussian splat of a picture, as PLY: soft points in its own colours, for viewers and programs that read splats. It is no mesh and cannot become one.',
    basedOn: null,
    takes: 'picture',
    steps: [{ operation: 'image_to_splat', params: {}, from: null, exports: 'ply' }],
  },
};
