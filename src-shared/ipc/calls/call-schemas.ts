import { z } from 'zod';
import { MESH_FORMATS } from '../../formats/formats.ts';
import { MAX_VARIANTS } from '../../recipes/recipe.ts';

/** The id of anything the page may name. */
export const id = z.string().min(1).max(200);

/** Ids of jobs, tasks or sources. */
export const ids = z.array(id).max(100_000);

/** What a call takes, or answers, that needs nothing; both `undefined` and null, because transports differ in it. */
export const nothing = z
  .undefined()
  .or(z.null())
  .transform(() => null);

/** Total of the plan that the person said yes to; absent: nobody was asked. */
export const agreed = z.string().max(40).optional();

/** Sources and how they are made. */
export const batch = z.object({
  sourceIds: ids.min(1),
  /** Of the draft; every other recipe has its own. */
  formats: z.array(z.enum(MESH_FORMATS)).min(1),
  /** Id of a recipe; the draft when absent. */
  recipe: id.optional(),
  variants: z.int().min(1).max(MAX_VARIANTS).optional(),
});
