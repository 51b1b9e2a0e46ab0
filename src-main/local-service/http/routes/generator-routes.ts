import type { FastifyInstance } from 'fastify';
import { GENERATOR_ENDPOINTS, type GeneratorState } from '../../../../src-shared/api/generators/generator-state.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { findServers } from '../../generators/find-servers.ts';
import type { Generator, GeneratorHealth } from '../../generators/generator.ts';
import { toSuccess } from '../envelope.ts';
import type { ServiceContext } from '../service-context.ts';

/** A generator that does not say how it is for this long is not ready. */
const HEALTH_TIMEOUT_S = 15;

/** The generators of the service with their state, and servers that can be added: an extension of the interface. */
export function addGeneratorRoutes(app: FastifyInstance, { generators }: Pick<ServiceContext, 'generators'>): void {
  const { list, find } = GENERATOR_ENDPOINTS;
  const config = { rateClass: 'query' } as const;
  app.get(list, { config }, async () => toSuccess(await Promise.all(generators.map(readState))));
  app.get(find, { config }, async () => toSuccess(await findServers()));
}

async function readState(generator: Generator): Promise<GeneratorState> {
  const { name, kind, host, capabilities } = generator;
  const health = await checkHealth(generator);
  return {
    ...{ name, kind, host },
    operations: [...capabilities.operations],
    ...(health.isReady ? { version: health.version, problem: null } : { version: null, problem: health.problem }),
  };
}

async function checkHealth(generator: Generator): Promise<GeneratorHealth> {
  const { name } = generator;
  try {
    return await generator.checkHealth(AbortSignal.timeout(HEALTH_TIMEOUT_S * 1_000));
  } catch (error) {
    console.error(error);
    return { isReady: false, problem: serviceMessage('generator.no-state', { name, seconds: HEALTH_TIMEOUT_S }) };
  }
}
