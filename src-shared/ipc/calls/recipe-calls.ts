import { z } from 'zod';
import { job } from '../../jobs/job.ts';
import { recipe } from '../../recipes/recipe.ts';
import { MAX_RECIPE_BYTES } from '../../recipes/recipe-file.ts';
import { SOURCE_KINDS } from '../../formats/source-kind.ts';
import { agreed, id, nothing } from './call-schemas.ts';
import {
  checkedRecipe,
  importedRecipe,
  listedRecipe,
  recipeDraft,
  recipeUses,
  savedRecipe,
  stepChoice,
} from '../views/recipe-view.ts';

/** A name as it was typed; main says what is wrong with it. */
const typedName = z.string().max(1_000);

/** What the page may ask of the recipes: channel → [input, output]. */
export const recipeCalls = {
  'recipes:list': [nothing, z.array(listedRecipe)],
  /**
   * Brings in the text of a file; over one of the same id only with `replace`, and else answers what would change. A message
   * holds no large pictures: the page takes those out of the file and has them kept first (`references:keep`).
   */
  'recipes:import': [z.object({ text: z.string().max(MAX_RECIPE_BYTES), replace: z.boolean() }), importedRecipe],
  /** The text of a file with the pictures that steps name; `left`: names of those it could not carry. */
  'recipes:export': [
    z.object({ id, takes: z.enum(SOURCE_KINDS) }),
    z.object({ fileName: z.string(), text: z.string(), left: z.array(z.string()) }),
  ],
  /** What is wrong with a draft, what it costs, and what flows through it. */
  'recipes:check': [z.object({ recipe: recipeDraft }), checkedRecipe],
  /** What can be put into a draft before the step `at`; behind the last where it is the number of steps. */
  'recipes:choices': [z.object({ recipe: recipeDraft, at: z.int().min(0).max(60) }), z.array(stepChoice)],
  /**
   * Keeps a recipe of the person's own, checked whole. One of the same id is changed only with `replace`, and only if it
   * still has the version of the given one; what is kept then has the next version.
   */
  'recipes:save': [z.object({ recipe: recipeDraft, replace: z.boolean().optional() }), savedRecipe],
  /** A copy for one kind of source, under an id made of the name. */
  'recipes:duplicate': [z.object({ id, takes: z.enum(SOURCE_KINDS), name: typedName }), recipe],
  'recipes:rename': [z.object({ id, name: typedName }), recipe],
  'recipes:uses': [z.object({ id }), recipeUses],
  /** Jobs keep the steps they were added with; `recipes:save` brings it back. */
  'recipes:remove': [z.object({ id }), nothing],
  /** Makes one job of a draft as it is, on this computer or at the service in use; `agreed` as in `queue:add`. */
  'recipes:test': [z.object({ sourceId: id, recipe: recipeDraft, where: z.enum(['here', 'in_use']), agreed }), job],
} as const;
