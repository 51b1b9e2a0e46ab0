import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { generationConfig, type GeneratorConfig } from '../../src-shared/api/generators/generator-config.ts';
import { CATEGORIES, type Category } from '../../src-shared/api/models/categories.ts';
import { wireCredits } from '../../src-shared/api/pricing/credits.ts';
import { LIMITS, RATE_CLASSES, type RateClass } from '../../src-shared/api/protocol/limits.ts';
import { StartupError } from '../base/startup-error.ts';
import { toWireText } from '../../src-shared/api/messages/service-message.ts';
import { MAX_SIGNED_SECONDS, s3Config } from './files/s3/s3-config.ts';
import { studioConfig } from './studio/studio-config.ts';
import { checkWebhookUrl } from './webhooks/check-webhook-url.ts';
import { parseJsonFile } from '../../src-shared/formats/parse-bounded-json.ts';

/** Maximum queue timeout: timers are limited to 2^31 ms. */
const LONGEST_WAIT_SECONDS = 2_000_000;

/** Maximum lifetime of URLs of an object storage; their signatures begin up to a minute earlier. */
const MAX_URL_SECONDS = MAX_SIGNED_SECONDS - 60;

const amount = wireCredits.refine((credits) => credits >= 0, 'must not be negative');
const count = (byDefault: number) => z.int().min(1).max(1_000_000_000).default(byDefault);
const lifetime = (byDefault: number) => z.int().min(1).max(315_360_000).default(byDefault);
const slots = (category: Category) => count(CATEGORIES[category].concurrency);

const webhookUrl = z.string().superRefine((url, context) => {
  const message = checkWebhookUrl(url);
  if (message) context.addIssue({ code: 'custom', message: toWireText(message) });
});

const settings = z.strictObject({
  /** Port on loopback; 0 or absent: any free port. */
  port: z.int().min(0).max(65_535).default(0),
  /** Data folder of the service; a relative path is resolved from the folder of the configuration file. */
  dataDir: z.string().min(1).default('dropforge-service'),
  /** The deployment whose rules apply. */
  region: z.enum(['international', 'china']).default('international'),
  /** Total credits granted to this folder; absent: everything is free. */
  credits: amount.optional(),
  /** A balance below this sends `balance.low` to the webhooks; absent: never. */
  balanceAlert: amount.optional(),
  limits: z
    .strictObject({
      creationPerMinute: count(RATE_CLASSES.generation),
      refinePerMinute: count(RATE_CLASSES.refine),
      uploadsPerMinute: count(RATE_CLASSES.upload),
      queriesPerMinute: count(RATE_CLASSES.query),
      /** Maximum number of queued and running tasks of a category. */
      concurrency: z
        .strictObject({
          h3d: slots('generation_h'),
          p3d: slots('generation_p'),
          image: slots('image'),
          animation: slots('animation'),
          processing: slots('processing'),
          mesh: slots('mesh'),
        })
        .prefault({}),
    })
    .prefault({}),
  presignTtlSeconds: lifetime(LIMITS.presignSeconds),
  outputUrlTtlSeconds: lifetime(LIMITS.outputUrlSeconds),
  /** A task that waited longer for a worker fails with 2018; the specification defines no number. */
  queueTimeoutSeconds: z.int().min(1).max(LONGEST_WAIT_SECONDS).default(3600),
  /** Endpoints for events: https, or http on this computer. */
  webhooks: z.array(z.strictObject({ url: webhookUrl })).default([]),
  /** Object storage for uploads and outputs; absent: the data folder. */
  storage: s3Config.optional(),
  /** The database and addresses of a studio; absent: one process serves and runs all tasks. */
  studio: studioConfig.optional(),
  /** Generators that run operations in place of the engine; absent: there are none. */
  generation: generationConfig.prefault({}),
  /** Words that moderation rejects. */
  blockedWords: z.array(z.string().trim().min(1)).default([]),
  /** Extended permissions of the account. */
  entitlements: z
    .strictObject({
      /** Highest priority allowed. */
      priority: z.int().min(1).max(3).default(1),
      checkPrintable: z.boolean().default(false),
      vxc: z.boolean().default(false),
    })
    .prefault({}),
});

/** URLs of an object storage have a maximum lifetime. */
const schema = settings.superRefine(({ storage, ...lifetimes }, context) => {
  for (const key of storage ? (['presignTtlSeconds', 'outputUrlTtlSeconds'] as const) : []) {
    if (lifetimes[key] <= MAX_URL_SECONDS) continue;
    const message = `with storage, must be at most ${MAX_URL_SECONDS}`;
    context.addIssue({ code: 'custom', path: [key], message });
  }
});

/** A configuration with every key takes a few kilobytes. */
const MAX_CONFIG_BYTES = 1024 ** 2;

/** Configuration of one service; every key of the file is optional, and defaults to the value in the specification. */
export type ServiceConfig = Readonly<z.output<typeof schema>>;

/** Reads the JSON configuration file; a StartupError names the file, the key and the problem. */
export async function readConfig(file: string): Promise<ServiceConfig> {
  const config = parseConfig(await readJson(file), file);
  const resolve = (name: string) => path.resolve(path.dirname(file), name);
  const { storage, studio, generation } = config;
  return {
    ...config,
    dataDir: resolve(config.dataDir),
    generation: {
      ...generation,
      generators: generation.generators.map((each) => resolvePaths(each, resolve)),
      ...(generation.masks && { masks: { ...generation.masks, model: resolve(generation.masks.model) } }),
      ...(generation.depth && { depth: { ...generation.depth, model: resolve(generation.depth.model) } }),
    },
    ...(storage && {
      storage: {
        ...storage,
        ...(storage.caFile !== undefined && { caFile: resolve(storage.caFile) }),
        ...(storage.credentialsFile !== undefined && { credentialsFile: resolve(storage.credentialsFile) }),
      },
    }),
    ...(studio && {
      studio: {
        ...studio,
        ...(studio.consoleTokenFile !== undefined && { consoleTokenFile: resolve(studio.consoleTokenFile) }),
        ...(studio.oidc && { oidc: { ...studio.oidc, clientSecretFile: resolve(studio.oidc.clientSecretFile) } }),
      },
    }),
  };
}

function resolvePaths(generator: GeneratorConfig, resolve: (name: string) => string): GeneratorConfig {
  switch (generator.kind) {
    case 'comfyui':
      return { ...generator, workflow: resolve(generator.workflow) };
    case 'command':
      return generator.folder === undefined ? generator : { ...generator, folder: resolve(generator.folder) };
    case 'service':
      return generator.keyFile === undefined ? generator : { ...generator, keyFile: resolve(generator.keyFile) };
    case 'hunyuan3d':
      return generator;
  }
}

/** Checks a configuration that was read from `origin`, its name in error messages. */
export function parseConfig(value: unknown, origin: string): ServiceConfig {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StartupError(`${origin}: ${parsed.error.issues.map(describe).join(' ')}`);
}

/** Requests per minute by endpoint class. */
export function toRateLimits({ limits }: ServiceConfig): Readonly<Record<RateClass, number>> {
  return {
    generation: limits.creationPerMinute,
    refine: limits.refinePerMinute,
    upload: limits.uploadsPerMinute,
    query: limits.queriesPerMinute,
  };
}

/** Concurrent tasks by category. */
export function toConcurrency({ limits: { concurrency } }: ServiceConfig): Readonly<Record<Category, number>> {
  const { h3d, p3d, ...others } = concurrency;
  return { generation_h: h3d, generation_p: p3d, ...others };
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    if ((await stat(file)).size > MAX_CONFIG_BYTES) throw new RangeError('it is larger than 1 MB');
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StartupError(`The configuration ${file} cannot be read: ${withoutPeriod(error as Error)}.`);
  }
  try {
    return parseJsonFile(text);
  } catch (error) {
    throw new StartupError(`The configuration ${file} is not JSON: ${withoutPeriod(error as Error)}.`);
  }
}

function withoutPeriod({ message }: { readonly message: string }): string {
  return message.replace(/\.$/, '');
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return `${issue.path.join('.') || 'The file'}: ${withoutPeriod(issue)}.`;
  const place = issue.path.map((part) => `${String(part)}.`).join('');
  const known = listKeys(schema, issue.path).join(', ');
  return `Unknown key ${issue.keys.map((key) => `"${place}${key}"`).join(', ')}; the keys are ${known}.`;
}

/** The keys of the object at a path of the configuration. */
function listKeys(type: unknown, path: readonly PropertyKey[]): string[] {
  if (type instanceof z.ZodPrefault || type instanceof z.ZodDefault || type instanceof z.ZodOptional)
    return listKeys(type.unwrap(), path);
  if (type instanceof z.ZodDiscriminatedUnion) {
    return [...new Set(type.options.flatMap((option) => listKeys(option, path)))];
  }
  const [part, ...rest] = path;
  if (type instanceof z.ZodArray) return listKeys(type.element, rest);
  if (!(type instanceof z.ZodObject)) return [];
  return part === undefined ? Object.keys(type.shape) : listKeys(type.shape[String(part)], rest);
}
