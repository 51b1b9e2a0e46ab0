import { z } from 'zod';
import { recipe } from '../recipe.ts';
import { SOURCE_KINDS } from '../source-kind.ts';

/** A recipe of the list; a damaged file has a problem instead of recipes. */
export const listedRecipe = z.object({
  id: z.string(),
  /** Comes with the app and stays as it is. */
  shipped: z.boolean(),
  /** By the kind of source; absent: it takes no such source. */
  recipes: z.partialRecord(z.enum(SOURCE_KINDS), recipe).nullable(),
  problem: z.string().nullable(),
  /** What the recipe it was made from has in its newer version, one line each; null: nothing. */
  upgrade: z.object({ id: z.string(), from: z.int(), to: z.int(), diff: z.array(z.string()) }).nullable(),
});

/** What became of a recipe that was brought in; `exists`: nothing was written, `diff` tells what would change. */
export const importedRecipe = z.object({
  outcome: z.enum(['added', 'replaced', 'same', 'exists']),
  id: z.string(),
  diff: z.array(z.string()),
});
