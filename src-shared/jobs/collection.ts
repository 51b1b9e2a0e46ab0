import { z } from 'zod';

/** Maximum length of a collection's name, in UTF-16 units. */
export const MAX_COLLECTION_NAME_LENGTH = 60;

/** Name of a collection: no leading or trailing white space, no control characters. */
export const collectionName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_COLLECTION_NAME_LENGTH)
  .regex(/^[^\p{Cc}]*$/u);

/** A named set of models; a model may be in several. */
export const collection = z.object({ id: z.string().min(1).max(200), name: collectionName });

/** A named set of models. */
export type Collection = Readonly<z.infer<typeof collection>>;
