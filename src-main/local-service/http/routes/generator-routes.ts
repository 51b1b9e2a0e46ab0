import type { FastifyInstance, FastifyReply } from 'fastify';
import { maskRequest } from '../../../../src-shared/api/generators/estimated-mask.ts';
import { BUILT_IN } from '../../../../src-shared/api/generators/generator-operations.ts';
import { GENERATOR_ENDPOINTS } from '../../../../src-shared/api/generators/generator-state.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { describeGenerators } from '../../generators/describe-generators.ts';
import { findServers } from '../../generators/find-servers.ts';
import { parseJsonObject } from '../checks/parse-json-object.ts';
import { toSuccess } from '../envelope.ts';
import type { ServiceContext } from '../service-context.ts';

/**
 * The generators of the service with their state, servers that can be added, and the masks of images that a network or a
 * generator finds: an extension of the interface.
 */
export function addGeneratorRoutes(
  app: FastifyInstance,
  { generators, estimateMask, uploads }: Pick<ServiceContext, 'generators' | 'estimateMask' | 'uploads'>,
): void {
  const { list, find, mask } = GENERATOR_ENDPOINTS;
  const config = { rateClass: 'query' } as const;
  app.get(list, { config }, async () => toSuccess(await describeGenerators(generators)));
  app.get(find, { config }, async () => toSuccess(await findServers()));
  app.post(mask, { config }, async (request, reply) => {
    const { data: body } = maskRequest.safeParse(parseJsonObject(request.body));
    const upload = body ? await uploads.find(body.input) : null;
    if (!upload) throw new ApiError(1004, serviceMessage('api.token-unknown'));
    if (!estimateMask) {
      const params = { name: BUILT_IN, operation: 'remove_background' };
      throw new ApiError(1004, serviceMessage('generator.other-operation', params));
    }
    const left = onClientGone(reply);
    try {
      const { name, png } = await estimateMask(upload, left);
      return toSuccess({ name, mask: Buffer.from(png).toString('base64') });
    } catch (error) {
      if (left.aborted) return reply.hijack();
      throw error;
    }
  });
}

/** A signal that is aborted when the client closes the connection before it has the response. */
function onClientGone({ raw }: FastifyReply): AbortSignal {
  const control = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) control.abort(new Error('The client closed the connection.'));
  });
  return control.signal;
}
