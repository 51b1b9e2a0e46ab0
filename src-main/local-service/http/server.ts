import { createServer as createHttpServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { LIMITS, type RateClass } from '../../../src-shared/api/protocol/limits.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { addConsoleRoutes } from '../console/console-routes.ts';
import { addReferenceRoutes } from '../reference/reference-routes.ts';
import { ApiError } from '../api-error.ts';
import { addAccountRoutes } from './routes/account-routes.ts';
import { findKeyId, requireKey } from './checks/authenticate.ts';
import { createOriginCheck } from './checks/check-origin.ts';
import { addCreateRoutes, createTaskFromBody } from './routes/create-routes.ts';
import { drainBody } from './drain-body.ts';
import { toErrorBody } from './envelope.ts';
import { trackAllowedMethods } from './allowed-methods.ts';
import { enforceHeaderTimeout } from './checks/header-timeout.ts';
import { addGeneratorRoutes } from './routes/generator-routes.ts';
import { addMultipartRoute } from './routes/multipart-route.ts';
import { addPresignRoute } from './routes/presign-route.ts';
import { uncountedRate, type RateState } from './checks/rate-limiter.ts';
import { limitLongBodies } from './checks/long-bodies.ts';
import { createRefusedKeys } from './checks/refused-keys.ts';
import type { ServiceContext } from './service-context.ts';
import { readRequestId, setStandardHeaders, toStandardHeaders } from './standard-headers.ts';
import { createTaskJsonCache } from './routes/task-json-cache.ts';
import { addTaskRoutes } from './routes/task-routes.ts';
import { toApiError } from './to-api-error.ts';
import { addUploadCredentialsRoute } from './routes/upload-credentials-route.ts';
import { enforceBodyTimeout } from './checks/body-timeout.ts';
import { assertJsonBounds, JsonLimitError, JSON_LIMITS } from '../../../src-shared/formats/parse-bounded-json.ts';

/** Limits of request headers. From the first byte, they take less than 2 s including two checks. */
const HEADER_LIMITS = { silentMs: 10_000, headersMs: 1_200, checkMs: 300 } as const;

/** Keeps the connection of a client that polls every few seconds. */
const KEEP_ALIVE_MS = 72_000;

/**
 * The HTTP server of the service: every response, including errors of the framework, is an envelope (spec 2.1). `observe`
 * adds hooks that run before all others.
 */
export function createServer(parts: ServiceContext, observe?: (app: FastifyInstance) => void): FastifyInstance {
  const uncounted = (rateClass: RateClass = 'query') => uncountedRate(parts.rateLimits[rateClass], parts.now());
  const app = Fastify({
    bodyLimit: LIMITS.requestBodyBytes,
    genReqId: readRequestId,
    return503OnClosing: false,
    serverFactory: createListener,
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, uncounted()),
    frameworkErrors(error, request, reply) {
      setStandardHeaders(uncounted(), request, reply);
      void sendFault(error, request, reply);
    },
  });
  // The runtime would answer 417 without an envelope; an unknown expectation may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const methodsOf = trackAllowedMethods(app);

  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    try {
      assertJsonBounds(String(body));
    } catch (error) {
      return done(toBodyFault(error), undefined);
    }
    return parseJson(request, String(body), done);
  });
  app.decorateRequest('keyId', null);
  const refusedKeys = createRefusedKeys(parts.now);
  observe?.(app);
  app.addHook('onRequest', async (request, reply) => {
    request.keyId = await findKeyId(request, parts.findKey);
    // Signed URLs and the console have no rate limit: signed URLs ignore keys, and the console is not an API client.
    const { unmetered, rateClass = 'query', begin } = request.routeOptions.config;
    const key = unmetered ? null : request.keyId;
    if (key !== null && !refusedKeys.has(key, rateClass)) begin?.(request);
    const rate = key === null ? uncounted(rateClass) : await parts.countRequest(key, rateClass);
    if (key !== null) refusedKeys.note(key, rateClass, rate);
    const refusal = setStandardHeaders(rate, request, reply);
    if (refusal) throw refusal;
  });
  app.addHook('onRequest', enforceBodyTimeout);
  app.addHook('onRequest', createOriginCheck(parts.baseUrl));
  app.setErrorHandler(sendFault);
  app.setNotFoundHandler((request) => {
    throw toRouteFault(request, methodsOf(request.url));
  });

  // Everything below /v3 needs the key; signed URLs contain their own authorization.
  void app.register(async (api) => {
    api.addHook('onRequest', requireKey);
    api.addHook('preParsing', limitLongBodies());
    addCreateRoutes(api, createTaskFromBody(parts));
    addTaskRoutes(api, createTaskJsonCache(parts));
    addPresignRoute(api, parts);
    addUploadCredentialsRoute(api, parts);
    addAccountRoutes(api, parts);
    addGeneratorRoutes(api, parts);
    await api.register((forms) => addMultipartRoute(forms, parts));
  });
  parts.addFileRoutes(app);
  void app.register(async (pages) => {
    addConsoleRoutes(pages, parts.console);
    addReferenceRoutes(pages, parts.baseUrl);
  });
  return app;
}

function createListener(answer: RequestListener): Server {
  const options = {
    connectionsCheckingInterval: HEADER_LIMITS.checkMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The time limit of bodies is enforced by watchBody.
    requestTimeout: 0,
    // A request without Host is rejected by our own check, with an envelope.
    requireHostHeader: false,
    // A request without a body has nothing to read; a stream for it costs as much as its response.
    optimizeEmptyRequests: true,
  };
  const server = createHttpServer(options, answer);
  enforceHeaderTimeout(server, HEADER_LIMITS);
  return server;
}

/** The error for a JSON body above the limits. */
function toBodyFault(error: unknown): Error {
  const limits = { values: JSON_LIMITS.values, depth: JSON_LIMITS.depth };
  return error instanceof JsonLimitError
    ? new ApiError(1003, serviceMessage('api.body-limits', limits))
    : (error as Error);
}

async function sendFault(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fault = toApiError(error);
  await drainBody(request.raw);
  // Remaining data would be parsed as the next request.
  if (!request.raw.complete) reply.header('connection', 'close');
  return reply.code(fault.http).headers(fault.headers).type('application/json').send(toErrorBody(fault, request.id));
}

/** A known path with another method is 1003 with 405; anything else is 4001 (part 7). */
function toRouteFault(request: FastifyRequest, methods: readonly string[]): ApiError {
  if (methods.length === 0) return new ApiError(4001, serviceMessage('api.no-endpoint'));
  const allow = methods.join(', ');
  return new ApiError(1003, serviceMessage('api.method', { method: request.method, allowed: allow }), {
    http: 405,
    headers: { allow },
  });
}

/** Invalid HTTP has no request to respond to; it still gets an envelope, and the connection is closed. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, rate: RateState): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const fault = late
    ? new ApiError(1003, serviceMessage('api.request-timeout'), { http: 408 })
    : new ApiError(1003, serviceMessage('api.request-not-http'));
  const id = randomUUID();
  const body = JSON.stringify(toErrorBody(fault, id));
  const length = String(Buffer.byteLength(body));
  const headers = { ...toStandardHeaders(id, rate), 'content-length': length, connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${fault.http} ${STATUS_CODES[fault.http]}\r\n` +
      `content-type: application/json; charset=utf-8\r\n${lines.join('')}\r\n${body}`,
  );
}
