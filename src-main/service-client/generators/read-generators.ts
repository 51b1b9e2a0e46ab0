import { z } from 'zod';
import {
  foundServer,
  GENERATOR_ENDPOINTS,
  generatorState,
  type FoundServer,
  type GeneratorState,
} from '../../../src-shared/api/generators/generator-state.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { ServiceClient } from '../service-client.ts';

/** The generators of the local service as they are now; each is asked. Throws AppError. */
export async function readGenerators(client: Pick<ServiceClient, 'query'>): Promise<GeneratorState[]> {
  return read(client, GENERATOR_ENDPOINTS.list, z.array(generatorState));
}

/** Servers at their usual addresses on this computer. Throws AppError. */
export async function findServers(client: Pick<ServiceClient, 'query'>): Promise<FoundServer[]> {
  return read(client, GENERATOR_ENDPOINTS.find, z.array(foundServer));
}

async function read<S extends z.ZodType>(
  client: Pick<ServiceClient, 'query'>,
  path: string,
  schema: S,
): Promise<z.output<S>> {
  const parsed = schema.safeParse(await client.query('GET', path));
  if (parsed.success) return parsed.data;
  throw new AppError('service_error', message('service.unexpected-response'));
}
