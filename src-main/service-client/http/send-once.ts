import http from 'node:http';
import type { Socket } from 'node:net';
import type { SendOutcome } from './network.ts';
import { openConnection } from '../transfer/open-connection.ts';
import type { TlsTrust } from '../../base/network/trust.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 60_000;
const LONGEST_ANSWER_BYTES = 1024 * 1024;

/** How a request reaches its host. */
interface SendRoute {
  findProxy(url: URL): Promise<URL | null>;
  readonly trust: TlsTrust;
}

/**
 * Sends one POST exactly once: a new connection, direct or through the tunnel of one proxy, no agent, no redirect, no
 * retry. Never rejects. Chromium and pooled clients can repeat a POST when a reused connection fails, so every creation
 * is sent through this function.
 */
export async function sendOnce(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { findProxy, trust }: SendRoute,
): Promise<SendOutcome> {
  let socket: Socket;
  try {
    socket = await openConnection(url, { proxy: await findProxy(url), trust, timeoutMs: CONNECT_TIMEOUT_MS });
  } catch (error) {
    // No byte of the request was handed over, so none was sent.
    return { kind: 'not_sent', error };
  }
  return exchange(socket, url, headers, Buffer.from(body));
}

/** From here on a failure proves nothing: bytes may have been sent. */
function exchange(
  socket: Socket,
  url: URL,
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
): Promise<SendOutcome> {
  return new Promise((resolve) => {
    let answered = false;
    const resolveNoResponse = (error: unknown): void => resolve({ kind: 'no_response', error });
    const request = http.request({
      method: 'POST',
      path: url.pathname + url.search,
      createConnection: () => socket,
      headers: {
        ...headers,
        host: url.host,
        'content-length': bytes.byteLength,
        'accept-encoding': 'identity',
        connection: 'close',
      },
    });
    const timer = setTimeout(() => request.destroy(new Error('No answer in time.')), ANSWER_TIMEOUT_MS);
    request.on('error', resolveNoResponse);
    request.on('close', () => {
      clearTimeout(timer);
      socket.destroy();
      // A 101 ends the connection with neither a response nor an error.
      if (!answered) resolveNoResponse(new Error('The connection ended without an answer.'));
    });
    request.on('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size > LONGEST_ANSWER_BYTES) response.destroy(new Error('The answer is too long.'));
        else chunks.push(chunk);
      });
      response.on('error', resolveNoResponse);
      response.on('end', () => {
        if (!response.complete) return resolveNoResponse(new Error('The answer was cut off.'));
        resolve({
          kind: 'answered',
          status: response.statusCode ?? 0,
          header: (name) => [response.headers[name]].flat()[0],
          text: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    request.end(bytes);
  });
}
