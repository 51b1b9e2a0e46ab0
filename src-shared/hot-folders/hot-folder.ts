import { z } from 'zod';
import { errorInfo } from '../base/errors.ts';
import { exceededCap } from '../ipc/views/money-view.ts';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:30.');

/** Schedule of a hot folder, in local time; an end before the start is on the next day. */
export const schedule = z
  .object({
    /** Days it begins on, 0 is Sunday. */
    days: z.array(z.int().min(0).max(6)).min(1, 'must contain at least one day.'),
    from: clockTime,
    until: clockTime,
  })
  .refine(({ from, until }) => from !== until, 'must not end at the time it starts.');

/** When a hot folder takes files. */
export type Schedule = Readonly<z.infer<typeof schedule>>;

/** Subfolders for processed sources, which are not watched. */
export const ARCHIVE_FOLDERS = { done: 'done', failed: 'failed' } as const;

/** New files at once that ask for a yes, where nothing else is said. */
const MAX_FILES_AT_ONCE = 500;

/** A watched folder and what becomes of what is put there. What it may spend a day lies under its id in the spending. */
export const hotFolder = z.object({
  id: z.string().min(1).max(60),
  /** Absolute. */
  path: z.string().min(1),
  /** Id of a recipe. */
  recipe: z.string().default('draft'),
  /** Absolute folder for the results; null: the output folder of the settings. */
  outFolder: z.string().nullable().default(null),
  /** What becomes of a source after its job: it goes to `done` or `failed` inside the folder, or stays where it is. */
  after: z.enum(['move', 'stay']).default('move'),
  enabled: z.boolean().default(true),
  /** More new files than this at once wait for a yes where they cost something. */
  mostAtOnce: z.int().min(1).max(1_000_000).default(MAX_FILES_AT_ONCE),
  /** Null: always. */
  schedule: schedule.nullable().default(null),
  /** Poll the folder every few seconds instead of relying on change notifications. */
  polls: z.boolean().default(false),
});

/** A watched folder and what becomes of what is put there. */
export type HotFolder = Readonly<z.infer<typeof hotFolder>>;

/** What a hot folder is doing. */
export const HOT_FOLDER_STATES = [
  'starting',
  'watching',
  /** As `watching`, but polled, because the system sends no change notifications. */
  'polling',
  /** Polled every few seconds, because the system has no free watches. */
  'short_of_watches',
  /** It is not there, or cannot be read. */
  'gone',
  /** Another Dropforge watches it. */
  'elsewhere',
  /** Jobs of it wait for a yes. */
  'waits_for_yes',
  /** It is outside of its hours. */
  'off_hours',
  'paused',
  /** It cannot be watched as it is; the error says why. */
  'refused',
] as const;

/** What a hot folder is doing. */
export type HotFolderState = (typeof HOT_FOLDER_STATES)[number];

/** A hot folder as the page and scripts see it: folders as words. */
export const hotFolderView = z.object({
  id: z.string(),
  /** Last part of its path. */
  name: z.string(),
  /** As people write it, such as `Pictures › In`. */
  folder: z.string(),
  recipe: z.string(),
  /** Null: the output folder of the settings. */
  outFolder: z.string().nullable(),
  after: z.enum(['move', 'stay']),
  enabled: z.boolean(),
  mostAtOnce: z.int(),
  schedule: schedule.nullable(),
  /** Most credits a day; null: no cap. */
  capPerDay: z.string().nullable(),
  state: z.enum(HOT_FOLDER_STATES),
  /** Complete files that are not processed yet. */
  waiting: z.int(),
  /** What its jobs that wait for a yes would cost; null: none waits. */
  question: z
    .object({
      jobs: z.int(),
      /** Total of the plan, as a decimal; agreeing to it is the yes. */
      total: z.string(),
      /** Steps without a known price. */
      unknown: z.int(),
      over: z.array(exceededCap),
      /** More files came at once than may. */
      isMany: z.boolean(),
      /** Some were in the folder before and may have been ordered already. */
      isAgain: z.boolean(),
    })
    .nullable(),
  error: errorInfo.nullable(),
  /** Files processed since the app started. */
  taken: z.int(),
  /** The latest rejected files, newest first. */
  problems: z.array(errorInfo),
});

/** A hot folder as the page and scripts see it. */
export type HotFolderView = Readonly<z.infer<typeof hotFolderView>>;

/** What of a hot folder a person sets. */
export const hotFolderChange = hotFolder
  .pick({ recipe: true, after: true, enabled: true, mostAtOnce: true, schedule: true })
  .partial()
  .extend({
    /** A decimal as typed; null: no cap. */
    capPerDay: z.string().max(40).nullable().optional(),
  });

/** What of a hot folder a person sets. */
export type HotFolderChange = Readonly<z.infer<typeof hotFolderChange>>;

/** Where the results of a hot folder go, as the page says it: `choose` opens the system's dialog in the window. */
export const outputLocation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('export') }),
  z.object({ kind: z.literal('choose') }),
  z.object({ kind: z.literal('typed'), path: z.string().max(32_768) }),
]);

/** Where the results of a hot folder go, as the page says it. */
export type OutputLocation = Readonly<z.infer<typeof outputLocation>>;
