import { z } from 'zod';
import { errorInfoSchema } from '../base/error-info-schema.ts';
import { exceededCap } from '../ipc/views/money-view.ts';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:30.');

/** Schedule of a hot folder, in local time; an end before the start is on the next day. */
export const schedule = z
  .object({
    /** Days on which it starts, 0 is Sunday. */
    days: z.array(z.int().min(0).max(6)).min(1, 'must contain at least one day.'),
    from: clockTime,
    until: clockTime,
  })
  .refine(({ from, until }) => from !== until, 'must not end at the time it starts.');

/** Schedule of a hot folder. */
export type Schedule = Readonly<z.infer<typeof schedule>>;

/** Subfolders for processed sources, which are not watched. */
export const ARCHIVE_FOLDERS = { done: 'done', failed: 'failed' } as const;

/** Default number of new files at once that need no confirmation. */
export const DEFAULT_FILES_AT_ONCE = 500;

/** A watched folder and its settings. Its daily spending limit is stored with the spending settings by its id. */
export const hotFolder = z.object({
  id: z.string().min(1).max(60),
  /** Absolute path. */
  path: z.string().min(1),
  /** Id of a recipe. */
  recipe: z.string().default('draft'),
  /** Absolute folder for the results; null: the output folder of the settings. */
  outFolder: z.string().nullable().default(null),
  /** Action on a source after its job: move it to `done` or `failed` inside the folder, or leave it. */
  after: z.enum(['move', 'stay']).default('move'),
  enabled: z.boolean().default(true),
  /** More new files at once require confirmation if they cost credits. */
  mostAtOnce: z.int().min(1).max(1_000_000).default(DEFAULT_FILES_AT_ONCE),
  /** Null: always. */
  schedule: schedule.nullable().default(null),
  /** True to poll the folder every few seconds instead of relying on change notifications. */
  polls: z.boolean().default(false),
});

/** A watched folder and its settings. */
export type HotFolder = Readonly<z.infer<typeof hotFolder>>;

/** States of a hot folder. */
export const HOT_FOLDER_STATES = [
  'starting',
  'watching',
  /** Like `watching`, but polled, because the system sends no change notifications. */
  'polling',
  /** Polled every few seconds, because the system has no free watches. */
  'short_of_watches',
  /** The folder does not exist or cannot be read. */
  'gone',
  /** Another Dropforge watches it. */
  'elsewhere',
  /** Its jobs wait for confirmation. */
  'waits_for_yes',
  /** Outside its schedule. */
  'off_hours',
  'paused',
  /** It cannot be watched with its settings; the error gives the reason. */
  'refused',
] as const;

/** A state of a hot folder. */
export type HotFolderState = (typeof HOT_FOLDER_STATES)[number];

/** A hot folder as displayed and as scripts see it: with display names of folders. */
export const hotFolderView = z.object({
  id: z.string(),
  /** Last part of its path. */
  name: z.string(),
  /** Display name, such as `Pictures › In`. */
  folder: z.string(),
  recipe: z.string(),
  /** Null: the output folder of the settings. */
  outFolder: z.string().nullable(),
  after: z.enum(['move', 'stay']),
  enabled: z.boolean(),
  mostAtOnce: z.int(),
  schedule: schedule.nullable(),
  /** Maximum credits per day; null: no limit. */
  capPerDay: z.string().nullable(),
  state: z.enum(HOT_FOLDER_STATES),
  /** Number of complete files that are not processed yet. */
  waiting: z.int(),
  /** Cost of its jobs that wait for confirmation; null: none. */
  question: z
    .object({
      jobs: z.int(),
      /** Total of the plan, as a decimal; it is what the user confirms. */
      total: z.string(),
      /** True if it is paid with test credits. */
      test: z.boolean(),
      /** Number of steps with an unknown price. */
      unknown: z.int(),
      over: z.array(exceededCap),
      /** True if more files than allowed arrived at once. */
      isMany: z.boolean(),
      /** True if some may have been ordered already. */
      isAgain: z.boolean(),
    })
    .nullable(),
  error: errorInfoSchema.nullable(),
  /** Number of files processed since the app started. */
  taken: z.int(),
  /** The latest rejected files, newest first. */
  problems: z.array(errorInfoSchema),
});

/** A hot folder as displayed and as scripts see it. */
export type HotFolderView = Readonly<z.infer<typeof hotFolderView>>;

/** Settings of a hot folder that a user can change. */
export const hotFolderChange = hotFolder
  .pick({ recipe: true, after: true, enabled: true, mostAtOnce: true, schedule: true })
  .partial()
  .extend({
    /** A decimal as typed; null: no limit. */
    capPerDay: z.string().max(40).nullable().optional(),
  });

/** Settings of a hot folder that a user can change. */
export type HotFolderChange = Readonly<z.infer<typeof hotFolderChange>>;

/** Destination of a hot folder's results as the page sends it: `choose` opens the system's dialog in the window. */
export const outputLocation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('export') }),
  z.object({ kind: z.literal('choose') }),
  z.object({ kind: z.literal('typed'), path: z.string().max(32_768) }),
]);

/** Destination of a hot folder's results as the page sends it. */
export type OutputLocation = Readonly<z.infer<typeof outputLocation>>;
