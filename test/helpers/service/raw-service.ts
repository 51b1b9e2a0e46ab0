import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ServiceProfile } from '../../../src-main/service-client/services/service-profile.ts';

/** One request as it came over the wire. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Which connection it came on, counted from 1. */
  readonly connection: number;
}

/** A server of bytes: the test writes the answer itself, as whole or as broken as it likes. */
export interface RawService {
  readonly origin: string;
  readonly profile: ServiceProfile;
  readonly requests: RawRequest[];
}

/** Answers a request by writing to its socket. */
export type RawAnswer = (socket: Socket, request: RawRequest) => void;

/** Listens on loopback until the test ends. */
export async function startRawService(answer: RawAnswer): Promise<RawService> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    const connection = ++connections;
    let bytes = Buffer.alloc(0);
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let request = readRequest(bytes, connection); request; request = readRequest(bytes, connection)) {
        bytes = bytes.subarray(request.length);
        requests.push(request);
        answer(socket, request);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, profile: profileOf(origin), requests };
}

/** A profile for a service at an origin; strict, so that nothing is sent again by itself. */
export function profileOf(baseUrl: string, patch: Partial<ServiceProfile> = {}): ServiceProfile {
  return {
    id: 'test',
    kind: 'cloud',
    baseUrl,
    apiKey: 'sk_test_key_0000000000',
    deployment: 'international',
    free: false,
    pollMs: 20,
    resend: { mode: 'strict', settleMs: 0 },
    ...patch,
  };
}

/** Bytes of an answer with its length. */
export function httpAnswer(
  status: number,
  body: string | Buffer,
  headers: Record<string, string | number> = {},
): Buffer {
  const all = { 'content-length': Buffer.byteLength(body), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`), Buffer.from(body)]);
}

function readRequest(bytes: Buffer, connection: number): (RawRequest & { length: number }) | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  const [method = '', path = ''] = first.split(' ');
  return bytes.byteLength < length
    ? null
    : { method, path, headers, body: bytes.subarray(end + 4, length), connection, length };
}
