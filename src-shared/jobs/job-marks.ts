import { z } from 'zod';

/** Longest a tag may be, in UTF-16 units. */
export const MAX_TAG_LENGTH = 40;

/** Most tags that come or go at once. */
const MAX_AT_ONCE = 32;

/** A word of the person's own for a job: no white space at its ends, none of it control characters. */
export const tag = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TAG_LENGTH)
  .regex(/^[^\p{Cc}]*$/u);

/** Longest a job's name may be that a person gives it, in UTF-16 units. */
export const MAX_JOB_NAME_LENGTH = 200;

const tags = z.array(tag).max(MAX_AT_ONCE);

/** What a person notes about jobs; what is absent stays as it is. */
export const jobMarks = z.object({
  favourite: z.boolean().optional(),
  /** Removed from the queue; its files stay, and it is in the gallery. Finished jobs only. */
  filed: z.boolean().optional(),
  /** What the person calls it; its ending stays. Files that are exported already keep their names. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_JOB_NAME_LENGTH)
    .regex(/^[^\p{Cc}]*$/u)
    .optional(),
  addTags: tags.optional(),
  removeTags: tags.optional(),
});

/** What a person notes about jobs. */
export type JobMarks = Readonly<z.infer<typeof jobMarks>>;
