import type { Recipe, RecipeSet } from '../recipe.ts';
import { exportStep, importStep } from './conversion-steps.ts';
import { generationRecipes } from './generation-recipes.ts';

const HEAD: Omit<Recipe, 'takes' | 'steps'> = {
  id: 'print',
  version: 1,
  name: 'Print',
  help: 'For 3D printing: STL and 3MF in millimeters (1 meter becomes 1000 mm) with a flat bottom. Set the final size in the slicer.',
  basedOn: null,
};

const MODEL = {
  params: { model: 'v3.1-20260211', geometry_quality: 'detailed', texture: false, pbr: false, export_uv: false },
  exports: null,
} as const;

/** A flat base adheres to the print bed. */
const DELIVERIES = [
  exportStep(0, 'stl', { flatten_bottom: true }),
  exportStep(0, '3mf', { flatten_bottom: true }),
] as const;

/** Geometry only, STL and 3MF. */
export const PRINT: RecipeSet = {
  ...generationRecipes(HEAD, MODEL, DELIVERIES),
  model: { ...HEAD, takes: 'model', steps: [importStep(null), ...DELIVERIES] },
};
