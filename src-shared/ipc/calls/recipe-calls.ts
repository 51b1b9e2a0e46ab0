import { z } from 'zod';
import { job } from '../../jobs/job.ts';
import { recipe } from '../../recipes/recipe.ts';
import { MAX_RECIPE_BYTES } from '../../recipes/recipe-file.ts';
import { SOURCE_KINDS } from '../../formats/source-kind.ts';
import { agreed, batch, id, jobPlace, nothing } from './call-schemas.ts';
import {
  checkedRecipe,
  importedRecipe,
  listedRecipe,
  recipeDraft,
  recipePrices,
  recipeUses,
  savedRecipe,
  stepChoice,
} from '../views/recipe-view.ts';

/** A name as typed; the handler explains what is wrong with it. */
const typedName = z.string().max(1_000);

/** Calls about recipes: channel → [input, output]. */
export const recipeCalls = {
  'recipes:list': [nothing, z.array(listedRecipe)],
  /** Prices of a job of each recipe at the service in use; `formats` apply to the draft only. */
  'recipes:prices': [batch.pick({ formats: true }), recipePrices],
  /**
   * Imports the text of a file. A recipe with the same id is replaced only with `replace`; otherwise the call returns what
   * would change. Messages are too small for images: the page removes them from the file and stores them first
   * (`references:keep`).
   */
  'recipes:import': [z.object({ text: z.string().max(MAX_RECIPE_BYTES), replace: z.boolean() }), importedRecipe],
  /** The text of a file, including reference images; `left`: names of the images it could not include. */
  'recipes:export': [
    z.object({ id, takes: z.enum(SOURCE_KINDS) }),
    z.object({ fileName: z.string(), text: z.string(), left: z.array(z.string()) }),
  ],
  /** The problems of a draft, its cost, and what each step passes on. */
  'recipes:check': [z.object({ recipe: recipeDraft }), checkedRecipe],
  /** Steps that can be inserted before step `at`; the number of steps means after the last. */
  'recipes:choices': [z.object({ recipe: recipeDraft, at: z.int().min(0).max(60) }), z.array(stepChoice)],
  /**
   * Checks and saves a custom recipe. One with the same id is replaced only with `replace`, and only if its version has not
   * changed since; the saved recipe gets the next version.
   */
  'recipes:save': [z.object({ recipe: recipeDraft, replace: z.boolean().optional() }), savedRecipe],
  /** A copy for one kind of source; its id is derived from the name. */
  'recipes:duplicate': [z.object({ id, takes: z.enum(SOURCE_KINDS), name: typedName }), recipe],
  'recipes:rename': [z.object({ id, name: typedName }), recipe],
  'recipes:uses': [z.object({ id }), recipeUses],
  /** Existing jobs keep their steps; `recipes:save` restores it. */
  'recipes:remove': [z.object({ id }), nothing],
  /** Runs a draft once, on this computer or at the service in use; `agreed` as in `queue:add`. */
  'recipes:test': [z.object({ sourceId: id, recipe: recipeDraft, where: jobPlace, agreed }), job],
} as const;
