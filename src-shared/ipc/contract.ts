import { z } from 'zod';
import { errorInfo, type ErrorInfo } from '../base/errors.ts';
import { MESH_FORMATS } from '../formats/formats.ts';
import { hotFolderView } from '../hot-folders/hot-folder.ts';
import { job } from '../jobs/job.ts';
import { logLine } from '../base/log-line.ts';
import {
  cloudRegion,
  concurrency,
  language,
  libraryLimitBytes,
  motion,
  settingsView,
  spendingInput,
  desktopIntegrationChange,
} from '../settings/settings.ts';
import { updateSettingsInput, updateState } from '../settings/update-settings.ts';
import { accountCalls } from './calls/account-calls.ts';
import { appCommand } from './app-command.ts';
import { id, nothing } from './calls/call-schemas.ts';
import type { CALL_NAMES, PUSH_NAMES } from './channels.ts';
import { folderCalls } from './calls/folder-calls.ts';
import { confirmationCalls } from './calls/confirmation-calls.ts';
import { libraryCalls } from './calls/library-calls.ts';
import { linkCalls, linkProgress } from './calls/link-calls.ts';
import { moneyCalls } from './calls/money-calls.ts';
import { pauseReason, spentToday } from './views/money-view.ts';
import { operationCalls } from './calls/operation-calls.ts';
import { pageCalls } from './calls/page-calls.ts';
import { queueCalls } from './calls/queue-calls.ts';
import { recipeCalls } from './calls/recipe-calls.ts';
import { referenceCalls } from './calls/reference-calls.ts';
import { pastedFile, sourceCalls, claimedSources } from './calls/source-calls.ts';
import { supportCalls } from './calls/support-calls.ts';
import { targetCalls } from './calls/target-calls.ts';
import { updateCalls } from './calls/update-calls.ts';
import { deliveryChanges } from './views/target-view.ts';

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

/** What the page may ask of main: channel → [input, output]. */
export const calls = {
  ...queueCalls,
  ...confirmationCalls,
  ...recipeCalls,
  ...folderCalls,
  ...targetCalls,
  ...updateCalls,
  ...pageCalls,
  ...sourceCalls,
  ...referenceCalls,
  ...linkCalls,
  ...libraryCalls,
  ...moneyCalls,
  ...supportCalls,
  ...accountCalls,
  ...operationCalls,
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
  /** Whether anybody looks; hidden pages let the service be asked less often. */
  'page:visible': [z.object({ visible: z.boolean() }), nothing],
  /**
   * In the window: absolute paths, and files that lie nowhere, put in by the preload, never by the page. In a browser: ids
   * of uploads.
   */
  'sources:take': [z.array(z.union([z.string().min(1).max(32_768), pastedFile])).max(100_000), claimedSources],
  'samples:list': [nothing, z.array(z.object({ name: id, title: z.string() }))],
  'samples:take': [z.object({ name: id }), claimedSources],
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
      formats: z.array(z.enum(MESH_FORMATS)).min(1).optional(),
      theme: z.enum(['system', 'dark', 'light', 'contrast']).optional(),
      language: language.optional(),
      singleKeys: z.boolean().optional(),
      motion: motion.optional(),
      /** Each part given takes the place of that part. */
      surroundings: desktopIntegrationChange.optional(),
      /** Each part given takes the place of that part; the address is checked by main. */
      updates: updateSettingsInput.optional(),
      linksInside: z.boolean().optional(),
      libraryLimitBytes: libraryLimitBytes.optional(),
      rehearsal: z.boolean().optional(),
      concurrency: concurrency.optional(),
      /** Each part given takes the place of that part; amounts are checked by main, which says what is wrong with them. */
      spending: spendingInput.optional(),
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
  'deliveries:changed': deliveryChanges,
  'settings:changed': settingsView,
  'updates:changed': updateState,
  'service:changed': serviceState,
  /** The menu bar, the tray or a notification asks for something the page does; only the window hears it. */
  'app:command': appCommand,
  /** How far links are fetched, each at most ten times a second; every page hears of every link. */
  'links:changed': linkProgress,
  /** New lines of the log. */
  'log:changed': z.array(logLine),
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
export interface PageBridge {
  readonly host: 'window' | 'browser';
  call(channel: string, input: unknown): Promise<Reply<unknown>>;
  /** Listens to a push; returns the way to stop. */
  on(channel: string, listen: (payload: unknown) => void): () => void;
  /** Hands dropped or chosen files to main; the answer is that of `sources:take`. */
  takeFiles(files: readonly PickedFile[]): Promise<Reply<unknown>>;
  /** Where the bytes of an artifact, or of a job's source thumbnail (`thumb-<job id>`), can be fetched. */
  artifactUrl(id: string): string;
}
