import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';

/** Another program at the port of a page: it keeps what it receives, and answers a hello with the page's own nonce. */
export async function startStranger(): Promise<{ readonly port: number; readonly received: readonly string[] }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const received: string[] = [];
  server.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      received.push(data.toString());
      const { hello } = JSON.parse(data.toString()) as { hello: string };
      socket.send(JSON.stringify({ proof: hello, nonce: hello }));
    }),
  );
  return { port: (server.address() as AddressInfo).port, received };
}
