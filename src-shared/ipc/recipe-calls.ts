import { z } from 'zod';
import { LONGEST_RECIPE_FILE } from '../recipe-file.ts';
import { SOURCE_KINDS } from '../source-kind.ts';
import { id, nothing } from './call-shapes.ts';
import { importedRecipe, listedRecipe } from './recipe-view.ts';

/** What the page may ask of the recipes: channel → [input, output]. */
export const recipeCalls = {
  'recipes:list': [nothing, z.array(listedRecipe)],
  /** Brings in the text of a file; over one of the same id only with `replace`, and else answers what would change. */
  'recipes:import': [z.object({ text: z.string().max(LONGEST_RECIPE_FILE), replace: z.boolean() }), importedRecipe],
  'recipes:export': [
    z.object({ id, takes: z.enum(SOURCE_KINDS) }),
    z.object({ fileName: z.string(), text: z.string() }),
  ],
} as const;
