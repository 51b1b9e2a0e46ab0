import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What happens to one connection: nothing, or the fault of that name. */
export const FAULTS = ['pass', 'drop_answer', 'reset_before', 'delay', 'truncate', 'answer_502'] as const;

/** What happens to one connection. */
export type Fault = (typeof FAULTS)[number];

/** A TCP proxy in front of a service that spoils connections as a test says. */
export interface FaultProxy {
  readonly baseUrl: string;
  /** Faults of the next creation POSTs, in order; then everything passes. */
  readonly plan: Fault[];
  /** Words that are exchanged in what the service answers; both must have one length. */
  readonly words: Map<string, string>;
  /** Creation POSTs that came to the proxy. */
  posts(): number;
}

/** Longer than any network here, shorter than the settling time of a test. */
const DELAY_MS = 25;
const TRUNCATED_BYTES = 40;
const BAD_GATEWAY = `HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 13\r\nconnection: close\r\n\r\n<html></html>`;

/** Listens until the test ends. Only POSTs to creation endpoints are spoilt; queries and uploads pass. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const plan: Fault[] = [];
  const words = new Map<string, string>();
  const sockets = new Set<Socket>();
  let posts = 0;

  const forward = (client: Socket, first: Buffer, fault: Fault): void => {
    const service = connect(Number(port), hostname);
    keep(service);
    client.on('data', (chunk: Buffer) => void service.write(toService(chunk))).on('close', () => service.destroy());
    service.on('close', () => client.destroy());
    service.write(toService(first));
    service.on('data', (bytes: Buffer) => {
      const chunk = toClient(bytes);
      if (fault === 'pass') client.write(chunk);
      else if (fault === 'delay') setTimeout(() => client.write(chunk), DELAY_MS);
      else if (fault === 'truncate') client.end(chunk.subarray(0, TRUNCATED_BYTES));
      else client.resetAndDestroy();
    });
  };
  /** The service answers to its own name only, and names itself in its URLs; all ports here have five digits. */
  const swap = (chunk: Buffer, from: string, to: string): Buffer =>
    Buffer.from(chunk.toString('latin1').replaceAll(from, to), 'latin1');
  const toService = (chunk: Buffer): Buffer => swap(chunk, new URL(baseUrl()).host, `${hostname}:${port}`);
  const toClient = (chunk: Buffer): Buffer =>
    [...words].reduce(
      (bytes, [from, to]) => swap(bytes, from, to),
      swap(chunk, `${hostname}:${port}`, new URL(baseUrl()).host),
    );
  const baseUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };

  const server = createServer((client) => {
    keep(client);
    client.once('data', (first: Buffer) => {
      if (!isCreation(first)) return forward(client, first, 'pass');
      posts++;
      const fault = plan.shift() ?? 'pass';
      if (fault === 'reset_before') client.resetAndDestroy();
      else if (fault === 'answer_502') client.end(BAD_GATEWAY);
      else forward(client, first, fault);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: baseUrl(), plan, words, posts: () => posts };
}

function isCreation(bytes: Buffer): boolean {
  return /^POST \/v3\/(generation|models)\//.test(bytes.toString('latin1', 0, 64));
}
