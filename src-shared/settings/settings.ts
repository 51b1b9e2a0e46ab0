import { z } from 'zod';
import { generationConfig } from '../api/generators/generator-config.ts';
import { GENERATOR_OPERATIONS } from '../api/generators/generator-operations.ts';
import { CATEGORIES, type Category } from '../api/models/categories.ts';
import { formatCredits, parseCredits } from '../api/pricing/credits.ts';
import type { Deployment } from '../api/models/generation-models.ts';
import { MESH_FORMATS } from '../formats/formats.ts';
import { hotFolder, type HotFolder } from '../hot-folders/hot-folder.ts';
import { DEFAULT_FORMATS } from '../recipes/recipe.ts';
import { updateSettings } from './update-settings.ts';

/** Maximum length of the certificates of a service; one takes about 2,000 characters. */
export const MAX_AUTHORITIES_LENGTH = 100_000;

/** A configured cloud region; its key is in the keychain. */
export const cloudRegion = z.object({
  /** `https://…` without `/v3`; http is allowed for this computer only. */
  baseUrl: z.string(),
  deployment: z.enum(['international', 'china']),
  /** Origin of the object storage of a studio in the local network, which results may come from. */
  storage: z.string().max(500).optional(),
  /** Certificates of an internal certificate authority as PEM; trusted for this service and its storage only. */
  authorities: z.string().max(MAX_AUTHORITIES_LENGTH).optional(),
  /**
   * Handling of an order whose response was lost and that no search finds: `auto` sends it again if that is proven to
   * be safe; absent or `strict`: the user decides.
   */
  resend: z.enum(['strict', 'auto']).optional(),
});

const category = z.enum(Object.keys(CATEGORIES) as [Category, ...Category[]]);

/** Concurrent tasks by pool, if the account differs from the documented limits. */
export const concurrency = z.partialRecord(category, z.int().min(1).max(1_000));

/** Endpoint for the service's webhooks, and the name of their signing secret in the keychain; null: none. */
export const webhook = z
  .object({
    /** 0: any free port. */
    port: z.int().min(0).max(65_535),
    address: z.string().min(1).default('127.0.0.1'),
    secretName: z.string().min(1).max(200),
    /** First part of the names of its headers, before `-webhook-signature`; null: any. */
    headerPrefix: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,99}$/)
      .nullable()
      .default(null),
  })
  .nullable();

/** Credits as a non-negative decimal string with two decimals; its issue message is the typed text. */
const credits = z.string().transform((typed, context) => {
  const read = parseCredits(typed.trim());
  if (read !== null && read >= 0) return formatCredits(read);
  context.addIssue({ code: 'custom', message: typed.slice(0, 40) });
  return z.NEVER;
});

/** Spending limits and confirmation. Caps apply per local day; null: no limit. */
export const spending = z.object({
  /** A batch with a higher or partly unknown total requires confirmation. */
  confirmAbove: credits.default('0.00'),
  perDay: credits.nullable().default(null),
  /** By recipe id. */
  perRecipe: z.record(z.string().min(1).max(200), credits).default({}),
  /** By the id of the folder the sources come from. */
  perFolder: z.record(z.string().min(1).max(200), credits).default({}),
  /** The queue is paused before an order that would leave less than this. */
  pauseBelow: credits.nullable().default(null),
});

/** Spending limits and confirmation. */
export type Spending = Readonly<z.infer<typeof spending>>;

const typedAmount = z.string().max(40);

/** Changed limits as typed; amounts are not validated yet. */
export const spendingInput = z
  .object({
    confirmAbove: typedAmount,
    perDay: typedAmount.nullable(),
    perRecipe: z.record(z.string().min(1).max(200), typedAmount),
    perFolder: z.record(z.string().min(1).max(200), typedAmount),
    pauseBelow: typedAmount.nullable(),
  })
  .partial();

/** Changed limits as typed. */
export type SpendingInput = Readonly<z.infer<typeof spendingInput>>;

/** Size of the library in bytes above which the app shows a warning; null: never. */
export const libraryLimitBytes = z.int().min(1_000_000).max(1e15).nullable();

/** Language of the page; `system`: that of the system, English if it is not available. */
export const language = z.enum(['system', 'en', 'zh']);

/** Motion setting of the page: as in the system, or reduced. */
export const motion = z.enum(['system', 'less']);

/** Behaviour outside the window; does not apply to browsers. */
const desktopIntegration = z.object({
  /** Shows an icon in the tray, or in the menu bar of macOS. */
  tray: z.boolean().default(true),
  /** Closing the window keeps the app running in the tray. */
  keepRunning: z.boolean().default(false),
  /**
   * Shows notifications about finished and failed jobs, and jobs that need attention, while the window is not focused.
   */
  notify: z.boolean().default(true),
  startAtLogin: z.boolean().default(false),
});

/** Behaviour outside the window. */
export type DesktopIntegration = Readonly<z.infer<typeof desktopIntegration>>;

/** Changed settings of the behaviour outside the window. */
export const desktopIntegrationChange = z
  .object({ tray: z.boolean(), keepRunning: z.boolean(), notify: z.boolean(), startAtLogin: z.boolean() })
  .partial();

/** Saved settings; never contains a key. */
export const settings = z.object({
  service: z.enum(['local', 'cloud']).default('local'),
  cloud: cloudRegion.nullable().default(null),
  /** Cloud services by custom name; `cloud` is the one in use. */
  services: z.record(z.string(), cloudRegion).default({}),
  formats: z
    .array(z.enum(MESH_FORMATS))
    .min(1)
    .default([...DEFAULT_FORMATS]),
  /** Absolute folder; null: the default (`Documents/Dropforge/Export`, or `export` in a custom home folder). */
  exportFolder: z.string().nullable().default(null),
  theme: z.enum(['system', 'dark', 'light', 'contrast']).default('dark'),
  language: language.default('system'),
  /** True to enable single-key shortcuts. */
  singleKeys: z.boolean().default(true),
  /** True to show a single free image in the sheet, too, before it becomes a job. */
  reviewFiles: z.boolean().default(false),
  motion: motion.default('system'),
  surroundings: desktopIntegration.default(desktopIntegration.parse({})),
  updates: updateSettings.default(updateSettings.parse({})),
  /** True to allow links to this computer and its network. */
  linksInside: z.boolean().default(false),
  /**
   * Size of the library in bytes above which the app shows a warning; it removes nothing automatically. Null: no
   * warning.
   */
  libraryLimitBytes: libraryLimitBytes.default(null),
  /** True if the local service simulates the cloud, including limits and credits. */
  rehearsal: z.boolean().default(false),
  /** Number of times it was enabled. */
  rehearsals: z.int().min(0).default(0),
  /** The user’s own generators, and what the local service uses them for. */
  generation: generationConfig.default(generationConfig.parse({})),
  concurrency: concurrency.default({}),
  /** Invalid entries are skipped; the others stay. */
  hotFolders: z
    .array(z.unknown())
    .default([])
    .transform((list): HotFolder[] => list.flatMap((each) => hotFolder.safeParse(each).data ?? [])),
  /** Absolute folders that a page in a browser may use; only the command line changes them. */
  allowedFolders: z.array(z.string()).default([]),
  webhook: webhook.default(null),
  /** Invalid limits allow no spending until they are set again. */
  spending: spending.default(spending.parse({})).catch(spending.parse({ perDay: '0' })),
});

export type Settings = Readonly<z.infer<typeof settings>>;

/** True if work costs nothing: on this computer, unless it simulates the cloud. */
export function isFree({ service, rehearsal }: Pick<Settings, 'service' | 'rehearsal'>): boolean {
  return service === 'local' && !rehearsal;
}

/**
 * Returns the kind of service whose spending is shown. Test credits of a rehearsal are never added to those of a cloud; a
 * free service shows what clouds charged.
 */
export function spendingKindOf({ service, rehearsal }: Pick<Settings, 'service' | 'rehearsal'>): Settings['service'] {
  return service === 'local' && rehearsal ? 'local' : 'cloud';
}

/** Where new jobs are processed: on this computer, or at the service in use. */
export const JOB_PLACES = ['here', 'in_use'] as const;

/**
 * Returns the service of new jobs, which they keep if another service is used later, and whether they cost credits
 * there.
 */
export function serviceForNewJobs(
  { cloud, rehearsal, ...settings }: Pick<Settings, 'service' | 'cloud' | 'rehearsal'>,
  where: (typeof JOB_PLACES)[number] = 'in_use',
): {
  readonly serviceKind: Settings['service'];
  readonly cloud?: Pick<NonNullable<Settings['cloud']>, 'baseUrl' | 'deployment'>;
  readonly free: boolean;
} {
  const service = where === 'here' ? 'local' : settings.service;
  const { baseUrl, deployment } = cloud ?? {};
  return {
    serviceKind: service,
    ...(service === 'cloud' && baseUrl && deployment ? { cloud: { baseUrl, deployment } } : {}),
    free: isFree({ service, rehearsal }),
  };
}

/** Returns the deployment of the service in use; this computer follows the international rules. */
export function deploymentOf({ service, cloud }: Pick<Settings, 'service' | 'cloud'>): Deployment {
  return service === 'cloud' && cloud ? cloud.deployment : 'international';
}

/** Settings as the page sees them: with the display name of the folder, and without the key itself. */
export const settingsView = z.object({
  service: z.enum(['local', 'cloud']),
  cloud: cloudRegion.nullable(),
  formats: z.array(z.enum(MESH_FORMATS)),
  /** Display name of the output folder, such as `Documents › Dropforge › Export`. */
  exportFolder: z.string(),
  exportFolderWritable: z.boolean(),
  theme: z.enum(['system', 'dark', 'light', 'contrast']),
  language,
  singleKeys: z.boolean(),
  reviewFiles: z.boolean(),
  motion,
  surroundings: desktopIntegration,
  updates: updateSettings,
  linksInside: z.boolean(),
  libraryLimitBytes,
  rehearsal: z.boolean(),
  /** Operations by the name of the user’s generator. */
  generators: z.record(z.string(), z.array(z.enum(GENERATOR_OPERATIONS))),
  spending,
  key: z.object({
    present: z.boolean(),
    /** Last four characters. */
    ending: z.string(),
    /** Its storage, such as `Secret Service`; `memory` without a keychain. */
    store: z.string(),
    durable: z.boolean(),
  }),
});

/** Settings as the page sees them. */
export type SettingsView = Readonly<z.infer<typeof settingsView>>;
