import { z } from 'zod';
import { CATEGORIES, type Category } from '../api/models/categories.ts';
import { formatCredits, parseCredits } from '../api/pricing/credits.ts';
import type { Deployment } from '../api/models/generation-models.ts';
import { MESH_FORMATS } from '../formats/formats.ts';
import { hotFolder, type HotFolder } from '../hot-folders/hot-folder.ts';
import { DEFAULT_FORMATS } from '../recipes/recipe.ts';
import { updateSettings } from './update-settings.ts';

/** A cloud region, as the person set it up; its key lies in the keychain. */
export const cloudRegion = z.object({
  /** `https://…` without the `/v3`; http is allowed to this computer only. */
  baseUrl: z.string(),
  deployment: z.enum(['international', 'china']),
  /**
   * What happens to an order whose answer was lost and that no search finds: `auto` sends it again where that is proven to
   * be safe; absent or `strict`: a person decides.
   */
  resend: z.enum(['strict', 'auto']).optional(),
});

const category = z.enum(Object.keys(CATEGORIES) as [Category, ...Category[]]);

/** Tasks at once by pool, where the account has other numbers than the documented ones. */
export const concurrency = z.partialRecord(category, z.int().min(1).max(1_000));

/** Where the service's webhooks come in, and the name of their signing secret in the keychain; null: nowhere. */
export const webhook = z
  .object({
    /** 0: any free port. */
    port: z.int().min(0).max(65_535),
    address: z.string().min(1).default('127.0.0.1'),
    secretName: z.string().min(1).max(200),
  })
  .nullable();

/** Credits as a decimal string that is not negative, with two decimals; the message of its issue is what was typed. */
const credits = z.string().transform((typed, context) => {
  const read = parseCredits(typed.trim());
  if (read !== null && read >= 0) return formatCredits(read);
  context.addIssue({ code: 'custom', message: typed.slice(0, 40) });
  return z.NEVER;
});

/** How much may be spent, and when a person is asked. Caps hold for one local day each; null: no limit. */
export const spending = z.object({
  /** A batch whose total is higher, or in part unknown, waits for a yes. */
  confirmAbove: credits.default('0.00'),
  perDay: credits.nullable().default(null),
  /** By the recipe's id. */
  perRecipe: z.record(z.string().min(1).max(200), credits).default({}),
  /** By the id of the folder the sources come from. */
  perFolder: z.record(z.string().min(1).max(200), credits).default({}),
  /** The queue is paused before an order that would leave less than this. */
  pauseBelow: credits.nullable().default(null),
});

/** How much may be spent, and when a person is asked. */
export type Spending = Readonly<z.infer<typeof spending>>;

const typedAmount = z.string().max(40);

/** Some of the limits as a person types them; amounts are not checked yet. */
export const spendingInput = z
  .object({
    confirmAbove: typedAmount,
    perDay: typedAmount.nullable(),
    perRecipe: z.record(z.string().min(1).max(200), typedAmount),
    perFolder: z.record(z.string().min(1).max(200), typedAmount),
    pauseBelow: typedAmount.nullable(),
  })
  .partial();

/** Some of the limits as a person types them. */
export type SpendingInput = Readonly<z.infer<typeof spendingInput>>;

/** Bytes of the library above which the app says so; null: it never does. */
export const libraryLimitBytes = z.int().min(1_000_000).max(1e15).nullable();

/** The language of the page; `system`: that of the system, English where the page has none of it. */
export const language = z.enum(['system', 'en', 'zh']);

/** Whether the page moves: as the system wishes, or not at all. */
export const motion = z.enum(['system', 'less']);

/** What the app does outside its window; a browser has none of it. */
const desktopIntegration = z.object({
  /** An icon in the tray, or in the menu bar of macOS. */
  tray: z.boolean().default(true),
  /** Closing the window leaves the app in the tray. */
  keepRunning: z.boolean().default(false),
  /** Calls the person to what finished, failed or needs them, while they do not look at the window. */
  notify: z.boolean().default(true),
  startAtLogin: z.boolean().default(false),
});

/** What the app does outside its window. */
export type DesktopIntegration = Readonly<z.infer<typeof desktopIntegration>>;

/** Some of what the app does outside its window. */
export const desktopIntegrationChange = z
  .object({ tray: z.boolean(), keepRunning: z.boolean(), notify: z.boolean(), startAtLogin: z.boolean() })
  .partial();

/** What is remembered between starts; never a key. */
export const settings = z.object({
  service: z.enum(['local', 'cloud']).default('local'),
  cloud: cloudRegion.nullable().default(null),
  /** Cloud services by the names the person gave them; `cloud` is the one in use. */
  services: z.record(z.string(), cloudRegion).default({}),
  formats: z
    .array(z.enum(MESH_FORMATS))
    .min(1)
    .default([...DEFAULT_FORMATS]),
  /** Absolute folder; null: the usual one (`Documents/Dropforge/Export`, or `export` in a home of its own). */
  exportFolder: z.string().nullable().default(null),
  theme: z.enum(['system', 'dark', 'light', 'contrast']).default('dark'),
  language: language.default('system'),
  /** Whether single keys act on the page. */
  singleKeys: z.boolean().default(true),
  motion: motion.default('system'),
  surroundings: desktopIntegration.default(desktopIntegration.parse({})),
  updates: updateSettings.default(updateSettings.parse({})),
  /** Whether links may lead into this network and to this computer. */
  linksInside: z.boolean().default(false),
  /** Bytes of the library above which the app says so; it removes nothing by itself. Null: it says nothing. */
  libraryLimitBytes: libraryLimitBytes.default(null),
  /** Whether the local service behaves like the cloud, limits and credits included. */
  rehearsal: z.boolean().default(false),
  /** Times it was turned on. */
  rehearsals: z.int().min(0).default(0),
  concurrency: concurrency.default({}),
  /** One that cannot be read is left out; the others stay. */
  hotFolders: z
    .array(z.unknown())
    .default([])
    .transform((list): HotFolder[] => list.flatMap((each) => hotFolder.safeParse(each).data ?? [])),
  webhook: webhook.default(null),
  /** Limits that cannot be read let nothing be spent until they are set anew. */
  spending: spending.default(spending.parse({})).catch(spending.parse({ perDay: '0' })),
});

/** What is remembered between starts. */
export type Settings = Readonly<z.infer<typeof settings>>;

/** Whether work costs nothing: on this computer, unless it rehearses the cloud. */
export function isFree({ service, rehearsal }: Pick<Settings, 'service' | 'rehearsal'>): boolean {
  return service === 'local' && !rehearsal;
}

/** Where jobs that are added now belong, whichever service is in use later, and whether they cost anything there. */
export function serviceForNewJobs({ service, cloud, rehearsal }: Pick<Settings, 'service' | 'cloud' | 'rehearsal'>): {
  readonly serviceKind: Settings['service'];
  readonly cloud?: Pick<NonNullable<Settings['cloud']>, 'baseUrl' | 'deployment'>;
  readonly free: boolean;
} {
  const { baseUrl, deployment } = cloud ?? {};
  return {
    serviceKind: service,
    ...(service === 'cloud' && baseUrl && deployment ? { cloud: { baseUrl, deployment } } : {}),
    free: isFree({ service, rehearsal }),
  };
}

/** The rules of the service in use; this computer keeps the international ones. */
export function deploymentOf({ service, cloud }: Pick<Settings, 'service' | 'cloud'>): Deployment {
  return service === 'cloud' && cloud ? cloud.deployment : 'international';
}

/** Settings as the page sees them: the folder as words, the key as a fact. */
export const settingsView = z.object({
  service: z.enum(['local', 'cloud']),
  cloud: cloudRegion.nullable(),
  formats: z.array(z.enum(MESH_FORMATS)),
  /** The output folder as people write it, such as `Documents › Dropforge › Export`. */
  exportFolder: z.string(),
  exportFolderWritable: z.boolean(),
  theme: z.enum(['system', 'dark', 'light', 'contrast']),
  language,
  singleKeys: z.boolean(),
  motion,
  surroundings: desktopIntegration,
  updates: updateSettings,
  linksInside: z.boolean(),
  libraryLimitBytes,
  rehearsal: z.boolean(),
  spending,
  key: z.object({
    present: z.boolean(),
    /** Last four characters. */
    ending: z.string(),
    /** Where it lies, such as `Secret Service`; `memory` when there is no keychain. */
    store: z.string(),
    durable: z.boolean(),
  }),
});

/** Settings as the page sees them. */
export type SettingsView = Readonly<z.infer<typeof settingsView>>;
