import { z } from 'zod';
import { MESH_FORMATS } from '../../formats/formats.ts';
import { MAX_VARIANTS } from '../../recipes/max-variants.ts';
import { JOB_PLACES } from '../../settings/settings.ts';
import { MAX_IDS } from '../call-limits.ts';

/** The id of anything the page may refer to. */
export const id = z.string().min(1).max(200);

/** Ids of jobs, tasks or sources. */
export const ids = z.array(id).max(MAX_IDS);

/** No input or no output; both `undefined` and null, because transports differ. */
export const nothing = z
  .undefined()
  .or(z.null())
  .transform(() => null);

/** The total the person confirmed; absent: no confirmation was requested. */
export const agreed = z.string().max(40).optional();

/** Where new jobs are processed: on this computer, or at the service in use. */
export const jobPlace = z.enum(JOB_PLACES);

/** Sources to process with one recipe. */
export const batch = z.object({
  sourceIds: ids.min(1),
  /** For the draft recipe only; every other recipe has its own. */
  formats: z.array(z.enum(MESH_FORMATS)).min(1),
  /** Id of a recipe; default: the draft. */
  recipe: id.optional(),
  variants: z.int().min(1).max(MAX_VARIANTS).optional(),
  /** Default: at the service in use. */
  where: jobPlace.optional(),
});
