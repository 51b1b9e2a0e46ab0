import type { FastifyInstance } from 'fastify';
import { GENERATOR_ENDPOINTS } from '../../../../src-shared/api/generators/generator-state.ts';
import { describeGenerators } from '../../generators/describe-generators.ts';
import { findServers } from '../../generators/find-servers.ts';
import { toSuccess } from '../envelope.ts';
import type { ServiceContext } from '../service-context.ts';

/** The generators of the service with their state, and servers that can be added: an extension of the interface. */
export function addGeneratorRoutes(app: FastifyInstance, { generators }: Pick<ServiceContext, 'generators'>): void {
  const { list, find } = GENERATOR_ENDPOINTS;
  const config = { rateClass: 'query' } as const;
  app.get(list, { config }, async () => toSuccess(await describeGenerators(generators)));
  app.get(find, { config }, async () => toSuccess(await findServers()));
}
