import { z } from 'zod';

/** Maximum length of a tag, in UTF-16 units. */
export const MAX_TAG_LENGTH = 40;

/** Maximum number of tags or collections added or removed at once. */
const MAX_AT_ONCE = 32;

/** A custom tag of a job: no leading or trailing white space, no control characters. */
export const tag = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TAG_LENGTH)
  .regex(/^[^\p{Cc}]*$/u);

/** Maximum length of a custom job name, in UTF-16 units. */
export const MAX_JOB_NAME_LENGTH = 200;

const collections = z.array(z.string().min(1).max(200)).max(MAX_AT_ONCE);
const tags = z.array(tag).max(MAX_AT_ONCE);

/** User-defined properties of jobs; absent ones stay unchanged. */
export const jobMarks = z.object({
  favourite: z.boolean().optional(),
  /** Hidden from the queue; its files and gallery entry remain. Finished jobs only. */
  filed: z.boolean().optional(),
  /** Display name; its extension stays. Already exported files keep their names. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_JOB_NAME_LENGTH)
    .regex(/^[^\p{Cc}]*$/u)
    .optional(),
  addTags: tags.optional(),
  removeTags: tags.optional(),
  /** Ids. */
  addCollections: collections.optional(),
  removeCollections: collections.optional(),
});

/** User-defined properties of jobs. */
export type JobMarks = Readonly<z.infer<typeof jobMarks>>;
