import { z } from 'zod';
import { OPERATION_NAMES } from '../../api/operations.ts';
import { FORMATS } from '../../formats/formats.ts';
import { SOURCE_KINDS } from '../../formats/source-kind.ts';
import { job, JOB_STATUSES } from '../../jobs/job.ts';
import { id, ids, nothing } from './call-schemas.ts';

/**
 * Data that a cleanup can remove, estimated by file sizes; the cleanup itself compares contents with the output folder.
 */
const freeable = z.object({ files: z.int(), bytes: z.int() });

/** Number of jobs in the trash, and the size of their files in the library. */
const trashTotals = z.object({ jobs: z.int(), bytes: z.int() });

/** Number of jobs in the trash, and the size of their files in the library. */
export type TrashTotals = Readonly<z.infer<typeof trashTotals>>;

/** A job in the trash. */
const trashedJob = z.object({
  id,
  name: z.string(),
  recipe: z.string(),
  kind: z.enum(SOURCE_KINDS),
  status: z.enum(JOB_STATUSES),
  /** True if `thumb-<id>` can be fetched. */
  hasThumbnail: z.boolean(),
  /** Size of its files in the library. */
  bytes: z.int(),
  removedAt: z.number(),
  /** When it is deleted with its library files; null: never, because its paid result was not exported. */
  deletedAt: z.number().nullable(),
  /** True if emptying the trash keeps it: its paid result was not exported, or not downloaded. */
  isUnsaved: z.boolean(),
});

/** Deleted jobs, and the number of those that were kept because their paid result is not saved elsewhere. */
const emptiedTrash = trashTotals.extend({ kept: z.int() });

/** Deleted jobs, and the number of those that were kept because their paid result is not saved elsewhere. */
export type EmptiedTrash = Readonly<z.infer<typeof emptiedTrash>>;

/** A job in the trash. */
export type TrashedJob = Readonly<z.infer<typeof trashedJob>>;

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
  /** Included in `bytes`, but not in `recipes`. */
  trash: trashTotals,
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
  /** Bytes of the files of all jobs in the library, as recorded; the trash does not count. */
  'library:bytes': [nothing, z.int()],
  /**
   * Removes library files with an identical copy in the output folder, and reference images unused for a day; never the
   * only copy of anything in use.
   */
  'library:clean': [
    z.object({ recipes: z.array(z.string().max(200)).max(10_000), pictures: z.boolean() }),
    libraryCleanup,
  ],
  /** Jobs in the trash, the latest removed first; `queue:remove` moves jobs there. */
  'library:trash': [nothing, z.array(trashedJob)],
  /** Moves jobs from the trash back to their places; returns the restored jobs. */
  'library:restore': [z.object({ ids }), z.array(job)],
  /**
   * Deletes jobs of the trash with their library files; exported files, files that another job uses and unsaved results are
   * kept. Cannot be undone.
   */
  'library:empty': [z.object({ ids }), emptiedTrash],
  'library:compare': [z.object({ ids: z.array(id).min(1).max(8) }), z.array(comparedJob)],
} as const;
