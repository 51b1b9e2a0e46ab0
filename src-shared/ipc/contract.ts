import { z } from 'zod';
import { errorInfo, type ErrorInfo } from '../errors.ts';
import { FORMATS } from '../formats.ts';
import { hotFolderChange, hotFolderView, resultsPlace } from '../hot-folder.ts';
import { job, PRIORITIES } from '../job.ts';
import { jobMarks } from '../job-marks.ts';
import { MOST_VARIANTS } from '../recipe.ts';
import { LONGEST_RECIPE_FILE } from '../recipe-file.ts';
import { SOURCE_KINDS, VIEW_SLOTS } from '../source-kind.ts';
import { cloudRegion, concurrency, language, settingsView, typedSpending } from '../settings.ts';
import type { CALL_NAMES, PUSH_NAMES } from './channels.ts';
import { pauseReason, spendingPlan, spendingRow, spentToday, spentView } from './money-view.ts';
import { importedRecipe, listedRecipe } from './recipe-view.ts';
import { bridgeChange, deliveryNews, importValues, targetChoice, targetTest, targetView } from './target-view.ts';

const id = z.string().min(1).max(200);
const ids = z.array(id).max(100_000);
const nothing = z
  .undefined()
  .or(z.null())
  .transform(() => null);

/** A file the person gave, taken in by main and known to the page by id only. */
export const takenSource = z.object({
  id,
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  bytes: z.int(),
});

/** What main made of the files: sources, and a sentence for each that is none. */
export const takenSources = z.object({ sources: z.array(takenSource), refused: z.array(errorInfo) });

/** The service in use, as the page shows it. */
export const serviceState = z.object({
  kind: z.enum(['local', 'cloud']),
  status: z.enum(['starting', 'ready', 'offline', 'refused', 'no_key']),
  /** True when nothing costs anything. */
  free: z.boolean(),
  balance: z.string().nullable(),
  held: z.string().nullable(),
  /** Estimated price of the shipped recipe with the formats now chosen; null when not known. */
  estimate: z.string().nullable(),
  error: errorInfo.nullable(),
});

/** The service in use. */
export type ServiceState = Readonly<z.infer<typeof serviceState>>;

/** A task at the service that no job has. */
export const foundTask = z.object({
  taskId: z.string(),
  operation: z.string(),
  status: z.string(),
  /** As the service writes it. */
  createdAt: z.string().nullable(),
  serviceKind: z.enum(['local', 'cloud']),
});

/** Total of the plan that the person said yes to; absent: nobody was asked. */
const agreed = z.string().max(40).optional();

/** Sources and how they are made. */
const batch = z.object({
  sourceIds: ids.min(1),
  /** Of the draft; every other recipe has its own. */
  formats: z.array(z.enum(FORMATS)).min(1),
  /** Id of a recipe; the draft when absent. */
  recipe: id.optional(),
  variants: z.int().min(1).max(MOST_VARIANTS).optional(),
});

/** What the page may ask of main: channel → [input, output]. */
export const calls = {
  'app:info': [
    nothing,
    z.object({
      version: z.string(),
      /** What this host can do beyond showing the page. */
      can: z.object({ chooseFolder: z.boolean(), reveal: z.boolean(), drag: z.boolean() }),
      platform: z.string(),
      /** Set when the list of jobs was damaged at the start, and what became of it. */
      rebuilt: errorInfo.nullable(),
    }),
  ],
  'queue:list': [nothing, z.array(job)],
  /** What a job is made of, beyond its name: the sides its views show, or the words of its prompt. */
  'queue:source': [z.object({ id }), z.object({ views: z.array(z.enum(VIEW_SLOTS)), prompt: z.string().nullable() })],
  /**
   * `agreed`: total of the plan the person said yes to. Answers `needs_yes`, and adds nothing, where a yes is needed and
   * none was given or the total is higher by now.
   */
  'queue:add': [batch.extend({ agreed }), z.array(job)],
  'queue:retry': [z.object({ ids }), nothing],
  'queue:cancel': [z.object({ ids }), nothing],
  'queue:remove': [z.object({ ids }), nothing],
  /** One more format of a finished job; `agreed` as in `queue:add`. */
  'queue:export': [z.object({ id, format: z.enum(FORMATS), agreed }), nothing],
  /** Settles a job whose outcome is unknown: look once more, send again knowingly, or give up. */
  'queue:resolve': [z.object({ id, by: z.enum(['look', 'send_again', 'give_up']) }), nothing],
  /** Makes a job like another, with the same seeds or new ones; `agreed` as in `queue:add`. */
  'queue:repeat': [z.object({ id, seeds: z.enum(['same', 'new']), agreed }), job],
  'recipes:list': [nothing, z.array(listedRecipe)],
  /** Brings in the text of a file; over one of the same id only with `replace`, and else answers what would change. */
  'recipes:import': [z.object({ text: z.string().max(LONGEST_RECIPE_FILE), replace: z.boolean() }), importedRecipe],
  'recipes:export': [
    z.object({ id, takes: z.enum(SOURCE_KINDS) }),
    z.object({ fileName: z.string(), text: z.string() }),
  ],
  'queue:pause': [z.object({ ids: ids.optional() }), nothing],
  'queue:resume': [z.object({ ids: ids.optional() }), nothing],
  /** Whether the whole queue is paused. */
  'queue:paused': [nothing, z.boolean()],
  /** Why the app paused the whole queue by itself; null: it did not. */
  'queue:pauseReason': [nothing, pauseReason],
  'queue:move': [z.union([z.object({ ids, before: id }), z.object({ ids, after: id })]), nothing],
  'queue:priority': [z.object({ ids, priority: z.enum(PRIORITIES) }), nothing],
  /** Favourites, tags, and what is off the queue's list. */
  'queue:mark': [z.object({ ids, marks: jobMarks }), nothing],
  /** Paid tasks at the service that no job has; with `look` its history is read now. */
  'queue:found': [z.object({ look: z.boolean() }), z.array(foundTask)],
  /** Makes jobs of found tasks, which bring their files home; answers the jobs. */
  'queue:import': [z.object({ taskIds: ids }), z.array(job)],
  /** Found tasks that the person wants nothing of. */
  'queue:dismiss': [z.object({ taskIds: ids }), nothing],
  'folders:list': [nothing, z.array(hotFolderView)],
  /**
   * Opens the system's folder dialog in the window; in a browser the person types the path. `results` absent: they go to
   * the export folder. Null: none was chosen.
   */
  'folders:add': [
    z.object({
      typed: z.string().max(32_768).nullable(),
      recipe: id,
      change: hotFolderChange,
      results: resultsPlace.optional(),
    }),
    id.nullable(),
  ],
  /** `results` absent, or no folder chosen for them: they go where they went. */
  'folders:change': [z.object({ id, change: hotFolderChange, results: resultsPlace.optional() }), nothing],
  /** Files and jobs stay. */
  'folders:remove': [z.object({ id }), nothing],
  /** Says yes to what waits there; `agreed` is the total that was shown. */
  'folders:approve': [z.object({ id, agreed: z.string().max(40).nullable() }), nothing],
  'folders:reveal': [z.object({ id }), nothing],
  /** Looks for the programs; takes a moment where one has to be asked for its version. */
  'targets:list': [nothing, z.array(targetView)],
  /** Puts the bridge in, or a newer one in its place; answers when it is done. */
  'targets:install': [targetChoice, z.array(bridgeChange)],
  'targets:remove': [targetChoice, z.array(bridgeChange)],
  /** Starts the program in the background and delivers a tiny model; takes up to a minute. */
  'targets:test': [z.object({ name: z.string().min(1).max(60) }), targetTest],
  /** How a program takes models in, where its bridge is installed. */
  'targets:settings': [targetChoice, importValues],
  /** Changes some of it; the answer is how it is then. A value that the program does not take is refused, with why. */
  'targets:set': [targetChoice.extend({ changes: importValues }), importValues],
  /** Everything known of deliveries; changes are pushed while a page is visible. */
  'deliveries:list': [nothing, deliveryNews],
  /** What a batch would cost; nothing is added. */
  'money:plan': [batch, spendingPlan],
  /** What a job would cost once more, or in one more format. */
  'money:planMore': [z.object({ id, format: z.enum(FORMATS).optional() }), spendingPlan],
  'money:spent': [nothing, spentView],
  /**
   * Orders that cost, newest first. `before`: `at` of the last row of the page before; orders of one millisecond are never
   * parted, so that a page may hold a few more than `limit`.
   */
  'money:history': [z.object({ before: z.number().nullable(), limit: z.int().min(1).max(500) }), z.array(spendingRow)],
  /** Whether anybody looks; hidden pages let the service be asked less often. */
  'page:visible': [z.object({ visible: z.boolean() }), nothing],
  /** In the window: absolute paths, put in by the preload, never by the page. In a browser: ids of uploads. */
  'sources:take': [z.array(z.string().min(1).max(32_768)).max(100_000), takenSources],
  'samples:list': [nothing, z.array(z.object({ name: id, title: z.string() }))],
  'samples:take': [z.object({ name: id }), takenSources],
  'artifact:reveal': [z.object({ id }), nothing],
  /** Begins to drag a file out of the window, with what lies beside it; only while the pointer is down. */
  'artifact:drag': [z.object({ id }), nothing],
  'exportFolder:reveal': [nothing, nothing],
  /** Opens the system's folder dialog in the window; in a browser the person types the path. */
  'exportFolder:choose': [z.object({ typed: z.string().max(32_768).nullable() }), settingsView],
  'settings:get': [nothing, settingsView],
  'settings:set': [
    z.object({
      service: z.enum(['local', 'cloud']).optional(),
      cloud: cloudRegion.optional(),
      formats: z.array(z.enum(FORMATS)).min(1).optional(),
      theme: z.enum(['system', 'dark', 'light', 'contrast']).optional(),
      language: language.optional(),
      rehearsal: z.boolean().optional(),
      concurrency: concurrency.optional(),
      /** Each part given takes the place of that part; amounts are checked by main, which says what is wrong with them. */
      spending: typedSpending.optional(),
    }),
    settingsView,
  ],
  /** The key goes in and never comes back. It is checked with the region before it is kept. */
  'key:set': [z.object({ key: z.string().min(1).max(500), cloud: cloudRegion }), settingsView],
  'key:forget': [nothing, settingsView],
  'service:get': [nothing, serviceState],
  'service:check': [nothing, serviceState],
} as const satisfies Record<(typeof CALL_NAMES)[number], readonly [z.ZodType, z.ZodType]>;

/** What main tells the page: channel → payload. Whole jobs, batched per frame. */
export const pushes = {
  'queue:changed': z.object({
    jobs: z.array(job),
    removed: z.array(z.string()),
    /** Set when the whole queue was paused or resumed. */
    paused: z.boolean().optional(),
    /** Comes with `paused`: why the app paused it by itself. */
    pauseReason: pauseReason.optional(),
  }),
  'money:changed': spentToday,
  'folders:changed': z.array(hotFolderView),
  'deliveries:changed': deliveryNews,
  'settings:changed': settingsView,
  'service:changed': serviceState,
} as const satisfies Record<(typeof PUSH_NAMES)[number], z.ZodType>;

/** A channel the page may call. */
export type Call = keyof typeof calls;

/** A channel main pushes on. */
export type Push = keyof typeof pushes;

/** What a call takes, as its handler gets it. */
export type Input<C extends Call> = z.output<(typeof calls)[C][0]>;

/** What a call answers. */
export type Output<C extends Call> = z.output<(typeof calls)[C][1]>;

/** What a push carries. */
export type Payload<P extends Push> = z.output<(typeof pushes)[P]>;

/** One function per call; a missing or misspelt one is a compile error. */
export type Handlers = { readonly [C in Call]: (input: Input<C>) => Promise<Output<C>> };

/** Failures travel as values, because a transport keeps only the message of a thrown error. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorInfo };

/** A File of the DOM, as far as this room may know it; implementations get real ones. */
export interface PickedFile {
  readonly name: string;
  readonly size: number;
}

/** All that the page can reach outside itself. */
export interface Bridge {
  readonly host: 'window' | 'browser';
  call(channel: string, input: unknown): Promise<Reply<unknown>>;
  /** Listens to a push; returns the way to stop. */
  on(channel: string, listen: (payload: unknown) => void): () => void;
  /** Hands dropped or chosen files to main; the answer is that of `sources:take`. */
  takeFiles(files: readonly PickedFile[]): Promise<Reply<unknown>>;
  /** Where the bytes of an artifact, or of a job's source thumbnail (`thumb-<job id>`), can be fetched. */
  artifactUrl(id: string): string;
}
