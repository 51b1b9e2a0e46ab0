import { z } from 'zod';
import { OPERATION_NAMES } from '../../api/operations.ts';
import { FORMATS } from '../../formats/formats.ts';
import { id, nothing } from './call-schemas.ts';

/** What can go; of what lies in the export folder as well that is told by its size alone, its content is looked at then. */
const freeable = z.object({ files: z.int(), bytes: z.int() });

/** How much of the disk the library takes. */
export const libraryUsage = z.object({
  bytes: z.int(),
  /** What is left on its disk; null: the system does not say. */
  freeBytes: z.int().nullable(),
  freeable,
  /** Pictures that parameters name, among `bytes`; those can go that nothing has named for a day. */
  pictures: z.object({ bytes: z.int(), freeable }),
  /** The largest first. */
  recipes: z.array(z.object({ recipe: z.string(), jobs: z.int(), bytes: z.int(), freeable })),
});

/** How much of the disk the library takes. */
export type LibraryUsage = Readonly<z.infer<typeof libraryUsage>>;

/** What a clean-up came to; `kept`: files whose copy in the export folder is not, or no longer, the same. */
export const libraryCleanup = z.object({ files: z.int(), bytes: z.int(), kept: z.int() });

/** What a clean-up came to. */
export type LibraryCleanup = Readonly<z.infer<typeof libraryCleanup>>;

/** What is known of a job's model and how it was ordered, to be compared with another. */
export const comparedJob = z.object({
  id,
  /** The file that is shown; null: it has none. */
  model: z
    .object({
      format: z.enum(FORMATS),
      bytes: z.int(),
      /** Null: the file does not tell. */
      triangles: z.int().nullable(),
      textures: z.int().nullable(),
      /** Metres: width, height, depth, +Y up; null: the file does not tell. */
      dimensions: z.array(z.number()).length(3).nullable(),
    })
    .nullable(),
  steps: z.array(
    z.object({
      operation: z.enum(OPERATION_NAMES),
      /** `title`: what the interface calls the parameter. */
      params: z.array(z.object({ name: z.string(), title: z.string(), value: z.unknown() })),
    }),
  ),
});

/** What is known of a job's model and how it was ordered. */
export type ComparedJob = Readonly<z.infer<typeof comparedJob>>;

/** What the page may ask of the library: channel → [input, output]. */
export const libraryCalls = {
  'library:usage': [nothing, libraryUsage],
  /**
   * Removes files of the library whose copy in the export folder holds the same, and pictures that nothing has named for a
   * day; never the only copy of anything that is used.
   */
  'library:clean': [
    z.object({ recipes: z.array(z.string().max(200)).max(10_000), pictures: z.boolean() }),
    libraryCleanup,
  ],
  'library:compare': [z.object({ ids: z.array(id).min(1).max(8) }), z.array(comparedJob)],
} as const;
