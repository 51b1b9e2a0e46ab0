import { z } from 'zod';
import { networkConfig } from './network-config.ts';
import { cleanupOfFinished, cleanupOfRaw } from './cleanup-config.ts';
import {
  GENERATOR_OPERATIONS,
  HUNYUAN3D_VIEWS,
  type GeneratorOperation,
  type GeneratorKind,
  BUILT_IN,
} from './generator-operations.ts';

/** A worker of a studio keeps a task for six hours at most. */
const MAX_TIME_LIMIT_SECONDS = 4 * 60 * 60;

/** Form of the names of generators. */
export const GENERATOR_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,38}[\p{L}\p{N}])?$/u;

const common = {
  /** Shown in results and errors. */
  name: z
    .string()
    .regex(GENERATOR_NAME, 'must be 1 to 40 letters, digits, spaces, dots, dashes or underscores')
    .refine((name) => name !== BUILT_IN, `must not be "${BUILT_IN}"`),
  /** Tasks at the same time. Two may exhaust the memory of a graphics card. */
  concurrency: z.int().min(1).max(16).default(1),
  /** A task that runs longer is stopped and fails. */
  timeLimitSeconds: z.number().min(1).max(MAX_TIME_LIMIT_SECONDS).default(1_800),
};

/** Address of a server; paths are allowed for servers behind a proxy. */
const address = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as http://127.0.0.1:8188' })
  .refine((url) => !/[@?#]/.test(url), 'must not contain a user, a password, a query or a fragment')
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));

const server = {
  ...common,
  url: address,
  /** Pause between two queries of a task. */
  pollSeconds: z.number().min(0.01).max(60).default(1),
  /** A server that does not respond for this long has stopped. */
  patienceSeconds: z.number().min(0.1).max(3_600).default(120),
};

const hunyuan3d = z.strictObject({
  kind: z.literal('hunyuan3d'),
  cleanup: cleanupOfRaw,
  ...server,
  /** How the server takes several views; absent: it takes one image only, as the published servers do. */
  views: z.enum(HUNYUAN3D_VIEWS).optional(),
  /** False if the server was started without its texture model. */
  texture: z.boolean().default(true),
});

const comfyui = z.strictObject({
  kind: z.literal('comfyui'),
  cleanup: cleanupOfRaw,
  ...server,
  /** File of the workflow, exported with “Export (API)”. */
  workflow: z.string().min(1),
});

const command = z.strictObject({
  kind: z.literal('command'),
  cleanup: cleanupOfRaw,
  ...common,
  /** The program and its arguments; the file of the task is added as the last one. */
  command: z.array(z.string().min(1)).min(1).max(100),
  /** Folder in which it runs; absent: the folder of the task. */
  folder: z.string().min(1).optional(),
  operations: z.array(z.enum(GENERATOR_OPERATIONS)).min(1).default(['image_to_model']),
  /** Fields of requests that the program applies, in addition to its inputs, such as `model_seed`. */
  fields: z.array(z.string().min(1)).max(100).default([]),
  /** Shown in results. */
  version: z.string().max(60).optional(),
});

const service = z.strictObject({
  kind: z.literal('service'),
  cleanup: cleanupOfFinished,
  ...server,
  /** Most credits that its tasks may cost there in a day (UTC); 0: only services that charge nothing are used. */
  creditsPerDay: z.int().min(0).max(1_000_000).default(0),
  /** File with the API key. */
  keyFile: z.string().min(1).optional(),
  /** Environment variable with the API key, if there is no file. */
  keyVariable: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable')
    .optional(),
});

/** A generator that the user runs. Paths are relative to the configuration file. */
export const generatorConfig = z.discriminatedUnion('kind', [hunyuan3d, comfyui, command, service]);

/** A generator that the user runs. */
export type GeneratorConfig = z.output<typeof generatorConfig>;

/** The configuration of one kind. */
export type GeneratorConfigOf<Kind extends GeneratorKind> = Extract<GeneratorConfig, { kind: Kind }>;

/** The generators, and the operations they run. Without any, the built-in engine runs everything. */
export const generationConfig = z
  .strictObject({
    generators: z.array(generatorConfig).max(16).default([]),
    /** Name of the generator of an operation; absent: the built-in engine. */
    use: z.partialRecord(z.enum(GENERATOR_OPERATIONS), z.string()).default({}),
    /** False: the service also starts if a generator cannot be used, and the tasks of that one fail with the reason. */
    strict: z.boolean().default(true),
    /**
     * Requests with fields that their generator cannot apply: `ignore` runs them and adds a note, `built-in` runs them
     * in the built-in engine, `refuse` fails them.
     */
    unsupported: z.enum(['ignore', 'built-in', 'refuse']).default('ignore'),
    /** Separates subjects from busy backgrounds in the built-in engine; absent: the engine does it. */
    masks: networkConfig.optional(),
    /** Estimates the relief of models from one image in the built-in engine; absent: it follows from the outline. */
    depth: networkConfig.optional(),
  })
  .superRefine(({ generators, use }, context) => {
    const report = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
    for (const [index, { name }] of generators.entries()) {
      const isTaken = generators.slice(0, index).some((other) => other.name === name);
      if (isTaken) report(['generators', index, 'name'], `"${name}" is the name of another generator`);
    }
    for (const operation of GENERATOR_OPERATIONS) {
      const name = use[operation];
      if (name === undefined || name === BUILT_IN) continue;
      const generator = generators.find((each) => each.name === name);
      if (!generator) report(['use', operation], `no generator has the name "${name}"`);
      else if (!listOperations(generator).includes(operation)) {
        report(['use', operation], `the generator "${name}" does not support this operation`);
      }
    }
  });

/** The generators, and the operations they run. */
export type GenerationConfig = Readonly<z.output<typeof generationConfig>>;

/** Operations that a generator can run by its configuration; the workflow of a ComfyUI may support fewer. */
export function listOperations(generator: GeneratorConfig): readonly GeneratorOperation[] {
  switch (generator.kind) {
    case 'hunyuan3d':
      return [
        'image_to_model',
        ...(generator.views ? (['multiview_to_model'] as const) : []),
        ...(generator.texture ? (['texture_model'] as const) : []),
      ];
    case 'command':
      return generator.operations;
    case 'comfyui':
    case 'service':
      return GENERATOR_OPERATIONS;
  }
}
