import { z } from 'zod';
import { messageSchema } from '../messages/message-schema.ts';
import { GENERATOR_KINDS, GENERATOR_OPERATIONS } from './generator-operations.ts';

/** Routes of a service about its generators: an extension of the interface. */
export const GENERATOR_ENDPOINTS = {
  list: '/v3/generators',
  find: '/v3/generators/nearby',
  mask: '/v3/generators/mask',
} as const;

const kind = z.enum(GENERATOR_KINDS);

/** State of a generator of a service. */
export const generatorState = z.object({
  name: z.string(),
  kind,
  /** The host of its server if that is not the computer of the service; null: it is. */
  host: z.string().nullable(),
  operations: z.array(z.enum(GENERATOR_OPERATIONS)),
  ready: z.boolean(),
  /** As it tells; null: it tells none, or it is not ready. */
  version: z.string().nullable(),
  /** Why it cannot be used, with the way out; null: it is ready. */
  problem_message: messageSchema.nullable(),
});

/** State of a generator of a service. */
export type GeneratorState = Readonly<z.infer<typeof generatorState>>;

/** A server on the computer of the service that can be added as a generator. */
export const foundServer = z.object({ kind, url: z.string(), version: z.string().nullable() });

/** A server on the computer of the service that can be added as a generator. */
export type FoundServer = Readonly<z.infer<typeof foundServer>>;

/** Origin of a model: the generator, and what makes the model again. */
export const generatorCredit = z.object({
  name: z.string().max(100),
  /** Name and version of the program, as far as it tells them. */
  about: z.string().max(300),
  /** The host of its server if that is not the computer of the service; null: it is. */
  host: z.string().max(300).nullable(),
  parameters: z.record(z.string().max(100), z.union([z.string().max(4_000), z.number(), z.boolean()])),
  /** The steps that cleaned up its result, with their settings; false: none. Absent: an older result. */
  cleanup: z
    .union([
      z.literal(false),
      z.record(z.string().max(100), z.union([z.string().max(100), z.number(), z.boolean()]).optional()),
    ])
    .optional(),
});

/** Origin of a model: the generator, and what makes the model again. */
export type GeneratorCredit = Readonly<z.infer<typeof generatorCredit>>;
