import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WebSocketServer } from 'ws';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { App } from '../../app-deps.ts';
import type { IncomingFiles } from '../../folders/incoming-files.ts';
import { MAX_CALL_BYTES } from '../../../src-shared/ipc/call-limits.ts';
import { SOCKET_PATH, SUBPROTOCOL } from '../../../src-shared/ipc/page-handshake.ts';
import { readServedFile, toFileResponse } from '../files/file-response.ts';
import { PAGE_HEADERS, resolvePageFile } from '../files/page-files.ts';
import { isArtifactKey, isOwnHost, isOwnOrigin, matchesToken, TOKEN_HEADER } from './access-control.ts';
import { createLoopbackSession, type LoopbackSession } from './loopback-session.ts';
import { toPageResponse } from './page-response.ts';
import { createPageTickets } from './page-tickets.ts';
import { provePage } from './prove-page.ts';
import { receiveUploads } from './receive-uploads.ts';
import { createUnprovenSockets, MAX_UNPROVEN_BYTES } from './unproven-sockets.ts';
import { serveSocket } from './web-socket.ts';
import { log } from '../../base/log/log.ts';
import { registerOwnPort } from '../../base/network/own-ports.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Serves the page to a browser on this computer. */
export interface LoopbackServer {
  /** Port, secret and life, which links to the page are made of. */
  readonly place: LoopbackSession;
  /** Resolves when the first page has proven itself. */
  readonly connected: Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly app: App;
  readonly inbox: IncomingFiles;
  /** Folder of the built page. */
  readonly pageRoot: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The secret of the session. Default: a new one. */
  readonly token?: string;
  readonly now?: () => number;
}

const ARTIFACT = '/artifact/';

/** Connections at once: a page needs seven. */
const MAX_CONNECTIONS = 1024;
/** Time for the headers of a request, and how often it is checked. */
const HEADERS_MS = 10_000;
const CHECK_MS = 1_000;

/**
 * Serves the page on 127.0.0.1 only. Every request must have our host and port and our own origin or none. A page proves
 * on its WebSocket that it knows the session's secret or the key of a one-time ticket, and gets a token of this
 * server's life; uploads need it, and artifacts need it or a key derived from it. Throws `port_taken`.
 */
export async function startLoopbackServer(options: Options): Promise<LoopbackServer> {
  const { app, inbox, pageRoot, port: wanted, now = Date.now } = options;
  const { token: secret = createLoopbackSession(wanted).token } = options;
  // A token or link of an earlier life of the server opens nothing.
  const { token, life } = createLoopbackSession(wanted);
  for (const hidden of [secret, token]) log.hide(hidden);
  const keys = { secret, session: token, tickets: createPageTickets({ token: secret, life }, now) };
  const unproven = createUnprovenSockets();
  const connected = Promise.withResolvers<void>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_CALL_BYTES,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  let port = wanted;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
    if (!isOwnHost(request, port)) return end(response, 421, 'Wrong host.');
    if (!isOwnOrigin(request, port)) return end(response, 403, 'Requests from other pages are not allowed.');
    const [pathname = '', query = ''] = (request.url ?? '').split('#', 1)[0]?.split('?', 2) ?? [];
    const artifact = pathname.startsWith(ARTIFACT) ? pathname.slice(ARTIFACT.length) : null;
    if (artifact === null && pathname !== '/upload') return sendPage(request, response, pageRoot, pathname);
    const isOurs =
      matchesToken([request.headers[TOKEN_HEADER]].flat()[0], token) ||
      (artifact !== null && isArtifactKey(new URLSearchParams(query).get('key'), artifact, token));
    if (!isOurs) return end(response, 401, 'Missing or invalid token.');
    if (artifact === null) return receiveUploads(request, response, inbox);
    return sendArtifact(request, response, app, artifact);
  };

  const limits = { maxHeaderSize: 16_384, headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS };
  const server = http.createServer(limits, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) end(response, 500, 'Internal error.');
      else response.destroy();
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
        log.error('serve', 'request failed', error);
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node removes its error listener at an upgrade; without one, a broken connection would crash the app.
    socket.on('error', () => socket.destroy());
    const own = request.headers.origin !== undefined && isOwnHost(request, port) && isOwnOrigin(request, port);
    if (request.url !== SOCKET_PATH || !own || head.byteLength > MAX_UNPROVEN_BYTES) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const watched = unproven.watch(webSocket, socket);
      void provePage(webSocket, keys).then((isProven) => {
        if (!isProven) return;
        watched.release();
        connected.resolve();
        serveSocket(webSocket, app);
      });
    });
  });

  port = await listen(server, wanted);
  const unregisterPort = registerOwnPort(port);
  return {
    place: { port, token: secret, life },
    connected: connected.promise,
    close: async () => {
      unregisterPort();
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: http.Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(
        taken
          ? new AppError('port_taken', message('port.failed', { port, code: error.code ?? '' }), { cause: error })
          : error,
      );
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  pathname: string,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'Method not allowed. Use GET.');
  const file = await resolvePageFile(root, pathname);
  if (!file) return end(response, 404, 'Page not found.');
  const { status, headers, body } = await toPageResponse(file, request.headers);
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function sendArtifact(request: IncomingMessage, response: ServerResponse, app: App, id: string): Promise<void> {
  if (request.method !== 'GET') return end(response, 405, 'Method not allowed. Use GET.');
  const file = await app.openArtifact(id);
  if (!file) return end(response, 404, 'File not found.');
  const { status, headers, slice } = toFileResponse(file, request.headers.range ?? null);
  response.writeHead(status, headers);
  if (!slice) return void response.end();
  await pipeline(readServedFile(file, slice), response);
}

function end(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(sentence);
}
