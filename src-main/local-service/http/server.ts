import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { LIMITS } from '../../../src-shared/api/limits.ts';
import { ServiceFault } from '../service-fault.ts';
import { addAccountRoutes } from './account.ts';
import { createAuthenticator } from './authenticate.ts';
import { createOriginCheck } from './check-origin.ts';
import { addCreateRoutes } from './create.ts';
import { drainBody } from './drain-body.ts';
import { toErrorBody } from './envelope.ts';
import { rememberRoutes } from './known-methods.ts';
import { addMultipartRoute } from './multipart.ts';
import { addOutputRoute } from './outputs.ts';
import { addPresignRoute } from './presign.ts';
import { createRateWindow } from './rate-window.ts';
import type { ServiceParts } from './service-parts.ts';
import { readRequestId, setStandardHeaders } from './standard-headers.ts';
import { addTaskRoutes } from './tasks.ts';
import { toFault } from './to-fault.ts';
import { addUploadRoute } from './uploads.ts';

/** About what one core can answer in a minute. */
const REQUESTS_A_MINUTE = 1_000_000;

/** The HTTP face of the service: every answer, refusals of the framework included, is an envelope (spec 2.1). */
export function createServer(parts: ServiceParts): FastifyInstance {
  const rates = createRateWindow(REQUESTS_A_MINUTE, parts.now);
  const app = Fastify({
    bodyLimit: LIMITS.requestBodyBytes,
    genReqId: readRequestId,
    return503OnClosing: false,
    clientErrorHandler: (_error, socket) => answerUnreadable(socket),
    frameworkErrors(error, request, reply) {
      setStandardHeaders(rates, request, reply);
      void sendFault(error, request, reply);
    },
  });
  const methodsOf = rememberRoutes(app);

  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', (request, reply, done) => done(setStandardHeaders(rates, request, reply) ?? undefined));
  app.addHook('onRequest', createOriginCheck(parts.baseUrl));
  app.setErrorHandler(sendFault);
  app.setNotFoundHandler((request) => {
    throw toRouteFault(request, methodsOf(request.url));
  });

  // Everything below /v3 wants the key; signed URLs carry their own proof.
  void app.register(async (api) => {
    api.addHook('onRequest', createAuthenticator(parts.apiKey));
    addCreateRoutes(api, parts);
    addTaskRoutes(api, parts);
    addPresignRoute(api, parts);
    addAccountRoutes(api, parts);
    await api.register((forms) => addMultipartRoute(forms, parts));
  });
  void app.register(async (uploads) => addUploadRoute(uploads, parts));
  void app.register(async (outputs) => addOutputRoute(outputs, parts));
  return app;
}

async function sendFault(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fault = toFault(error);
  await drainBody(request.raw);
  return reply.code(fault.http).headers(fault.headers).type('application/json').send(toErrorBody(fault, request.id));
}

/** A known path with another method is 1003 with 405; anything else is 4001 (part 7). */
function toRouteFault(request: FastifyRequest, methods: readonly string[]): ServiceFault {
  if (methods.length === 0) return new ServiceFault(4001, 'There is no such endpoint. Paths begin with /v3.');
  const allow = methods.join(', ');
  return new ServiceFault(1003, `${request.method} is not possible here; use ${allow}.`, {
    http: 405,
    headers: { allow },
  });
}

/** What is no HTTP has no request to answer to; it still gets an envelope, on a connection that ends with it. */
function answerUnreadable(socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const fault = new ServiceFault(1003, 'The request is not readable HTTP.');
  const body = JSON.stringify(toErrorBody(fault, randomUUID()));
  socket.end(
    `HTTP/1.1 400 ${STATUS_CODES[400]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
