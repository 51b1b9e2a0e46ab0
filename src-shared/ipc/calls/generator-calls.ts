import { z } from 'zod';
import { generationConfig } from '../../api/generators/generator-config.ts';
import { GENERATOR_KINDS, GENERATOR_OPERATIONS, HUNYUAN3D_VIEWS } from '../../api/generators/generator-operations.ts';
import { foundServer } from '../../api/generators/generator-state.ts';
import { messageSchema } from '../../api/messages/message-schema.ts';
import { id, nothing } from './call-schemas.ts';

const name = z.string().max(100);
const operation = z.enum(GENERATOR_OPERATIONS);
const unsupported = z.enum(['ignore', 'built-in', 'refuse']);
const url = z.string().max(2_000);

/** A generator of the user as the page shows it. */
const generatorCard = z.object({
  name: z.string(),
  kind: z.enum(GENERATOR_KINDS),
  /** Its address, or its program without folders. */
  place: z.string(),
  /** Operations that it may be used for. */
  operations: z.array(operation),
  /** Null: it was not asked. */
  state: z.object({ version: z.string().nullable(), problem: messageSchema.nullable() }).nullable(),
});

/** A generator of the user as the page shows it. */
export type GeneratorCard = Readonly<z.infer<typeof generatorCard>>;

/** The generators of the user, and what they are used for. */
const generatorsView = z.object({
  generators: z.array(generatorCard),
  use: generationConfig.shape.use.unwrap(),
  unsupported,
  /** True if files are chosen in a dialog of the system; otherwise their paths are typed. */
  hasDialog: z.boolean(),
});

/** The generators of the user, and what they are used for. */
export type GeneratorsView = Readonly<z.infer<typeof generatorsView>>;

/**
 * A file: the id that `generators:chooseFile` returned, its absolute path where there is no dialog, or the one that the
 * generator has.
 */
const file = z.union([
  z.object({ chosen: id }),
  z.object({ typed: z.string().min(1).max(4_000) }),
  z.object({ kept: z.literal(true) }),
]);

/** A file of a generator. */
export type GeneratorFile = Readonly<z.infer<typeof file>>;

/** Most credits that a generator may spend per day at another service. */
const creditsPerDay = z.int().min(0).max(1_000_000);

/** How a Hunyuan3D server takes several views; null: it takes one image only. */
const views = z.enum(HUNYUAN3D_VIEWS).nullable();

/** Arguments of a program, as on a command line. */
const words = z.string().max(4_000);

/** What can be edited of a generator, with the names of its files in place of their paths. */
const generatorForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hunyuan3d'), name, url, views, texture: z.boolean() }),
  z.object({ kind: z.literal('comfyui'), name, url, file: z.string() }),
  z.object({ kind: z.literal('service'), name, url, file: z.string(), creditsPerDay }),
  z.object({ kind: z.literal('command'), name, file: z.string(), words, operations: z.array(operation) }),
]);

/** What can be edited of a generator, with the names of its files in place of their paths. */
export type GeneratorForm = Readonly<z.infer<typeof generatorForm>>;

const newGenerator = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hunyuan3d'), name, url, views, texture: z.boolean() }),
  z.object({ kind: z.literal('comfyui'), name, url, workflow: file }),
  z.object({ kind: z.literal('service'), name, url, keyFile: file.nullable(), creditsPerDay }),
  z.object({
    kind: z.literal('command'),
    name,
    program: file,
    words,
    operations: z.array(operation).min(1),
  }),
]);

/** A generator as the page describes it. */
export type NewGeneratorInput = Readonly<z.infer<typeof newGenerator>>;

/** Calls about the user’s generators: channel → [input, output]. */
export const generatorCalls = {
  /** With `look` each generator is asked for its state. The calls below return all generators, too, without asking them. */
  'generators:list': [z.object({ look: z.boolean() }), generatorsView],
  /** Looks for servers at their usual ports on this computer, once. */
  'generators:find': [nothing, z.array(foundServer)],
  /** Opens the file dialog of the system; null: nothing was chosen, or there is none. */
  'generators:chooseFile': [
    z.object({ purpose: z.enum(['program', 'workflow', 'key']) }),
    z.object({ id, name: z.string() }).nullable(),
  ],
  /**
   * Adds a generator. Programs, files to send and addresses outside of this computer are confirmed outside the page; throws
   * `not_confirmed`, and `config_invalid` for what is wrong with it.
   */
  'generators:add': [newGenerator, generatorsView],
  /** What can be edited of a generator; throws `config_invalid` if there is none with this name. */
  'generators:get': [z.object({ name }), generatorForm],
  /**
   * Changes a generator, which keeps its kind and everything that the page does not edit; it is confirmed like a new one if
   * it may do more than before. It is no longer used for operations that it does not support.
   */
  'generators:change': [z.object({ name, to: newGenerator }), generatorsView],
  /** Uses a generator for an operation, or `built-in`. */
  'generators:use': [z.object({ operation, name }), generatorsView],
  'generators:unsupported': [z.object({ by: unsupported }), generatorsView],
  'generators:remove': [z.object({ name }), generatorsView],
  /** Undoes `generators:remove`: the generator returns with its settings, and is used for what it was used for. */
  'generators:restore': [z.object({ name }), generatorsView],
} as const;
