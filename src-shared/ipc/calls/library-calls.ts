import { z } from 'zod';
import { OPERATION_NAMES } from '../../api/operations.ts';
import { FORMATS } from '../../formats/formats.ts';
import { id, nothing } from './call-schemas.ts';

/**
 * Data that a cleanup can remove, estimated by file sizes; the cleanup itself compares contents with the output folder.
 */
const freeable = z.object({ files: z.int(), bytes: z.int() });

/** Disk space the library uses. */
const libraryUsage = z.object({
  bytes: z.int(),
  /** Free space on its disk; null: unknown. */
  freeBytes: z.int().nullable(),
  freeable,
  /** Reference images, included in `bytes`; freeable if unused for a day. */
  pictures: z.object({ bytes: z.int(), freeable }),
  /** Largest first. */
  recipes: z.array(z.object({ recipe: z.string(), jobs: z.int(), bytes: z.int(), freeable })),
});

/** Disk space the library uses. */
export type LibraryUsage = Readonly<z.infer<typeof libraryUsage>>;

/** Result of a cleanup; `kept`: files whose copy in the output folder is missing or differs. */
const libraryCleanup = z.object({ files: z.int(), bytes: z.int(), kept: z.int() });

/** Result of a cleanup. */
export type LibraryCleanup = Readonly<z.infer<typeof libraryCleanup>>;

/** A job's model and steps, for comparison with others. */
const comparedJob = z.object({
  id,
  /** The displayed file; null: it has none. */
  model: z
    .object({
      format: z.enum(FORMATS),
      bytes: z.int(),
      /** Null: unknown. */
      triangles: z.int().nullable(),
      textures: z.int().nullable(),
      /** Metres: width, height, depth, +Y up; null: unknown. */
      dimensions: z.array(z.number()).length(3).nullable(),
    })
    .nullable(),
  steps: z.array(
    z.object({
      operation: z.enum(OPERATION_NAMES),
      /** `title`: the label of the parameter. */
      params: z.array(z.object({ name: z.string(), title: z.string(), value: z.unknown() })),
    }),
  ),
});

/** A job's model and steps. */
export type ComparedJob = Readonly<z.infer<typeof comparedJob>>;

/** Calls about the library: channel → [input, output]. */
export const libraryCalls = {
  'library:usage': [nothing, libraryUsage],
  /**
   * Removes library files with an identical copy in the output folder, and reference images unused for a day; never the
   * only copy of anything in use.
   */
  'library:clean': [
    z.object({ recipes: z.array(z.string().max(200)).max(10_000), pictures: z.boolean() }),
    libraryCleanup,
  ],
  'library:compare': [z.object({ ids: z.array(id).min(1).max(8) }), z.array(comparedJob)],
} as const;
