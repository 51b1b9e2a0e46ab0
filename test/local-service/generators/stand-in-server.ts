import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A server that can be stopped and started again at the same address, as a program is restarted. */
export interface StandInServer {
  readonly url: string;
  /** Ends all connections, as when the program crashes. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server on loopback; `onUpgrade` takes its web sockets. */
export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void,
  onUpgrade?: (request: IncomingMessage, socket: Socket, head: Buffer) => void,
): Promise<StandInServer> {
  let port = 0;
  let server: Server;
  const sockets = new Set<Socket>();

  async function start(): Promise<void> {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => answer(request, response, Buffer.concat(chunks)));
    });
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    });
    if (onUpgrade) server.on('upgrade', onUpgrade);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Sends JSON as the servers’ frameworks do, with its length. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}
