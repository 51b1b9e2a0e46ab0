import type { LookupFunction, Socket } from 'node:net';
import net, { isIP } from 'node:net';
import tls from 'node:tls';
import type { NetworkResponse, NetworkRequest } from '../http/network.ts';
import { portOf } from '../http/proxy-route.ts';
import type { TlsTrust } from '../../base/network/trust.ts';
import { parseFailureStatus, parseResponseHead, type ResponseHead } from './parse-response-head.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Maximum pause within a body, in ms. */
const BODY_TIMEOUT_MS = 30_000;
/** Size of the buffer of a download, in bytes: as much as the kernel returns at once. */
const BUFFER_BYTES = 512 * 1024;
const LONGEST_HEAD_BYTES = 16 * 1024;

/** How the host of a download is reached. */
interface DirectDownloadOptions {
  /** Checks the addresses of a name; null: the lookup of the system. */
  readonly lookup: LookupFunction | null;
  readonly trust: TlsTrust;
}

/**
 * Sends one GET over its own connection and reads the body into one buffer: a sixth of the CPU time of a client that creates
 * an object for every chunk, and no garbage. Returns null unless the response is HTTP/1.1 with one length, or an error,
 * whose body is not read; the caller then uses a complete HTTP client. Rejects with the system's error or the signal's
 * reason.
 */
export async function downloadDirectly(
  request: NetworkRequest,
  options: DirectDownloadOptions,
): Promise<NetworkResponse | null> {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  const inlet = createInlet(request.url, buffer, options);
  const { signal } = request;
  const stop = (): void => inlet.fail(signal?.reason as Error);
  const close = (): void => {
    signal?.removeEventListener('abort', stop);
    inlet.close();
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    await inlet.opened(CONNECT_TIMEOUT_MS);
    inlet.socket.write(toHead(request));
    const got = await readHead(inlet, buffer, request.responseTimeoutMs);
    const length = Number(got?.head.fields.get('content-length'));
    if (got === null || !Number.isSafeInteger(length)) {
      close();
      return got !== null && got.head.status >= 400 ? withoutBody(got.head) : null;
    }
    return {
      status: got.head.status,
      header: (name) => got.head.fields.get(name),
      body: readBody(inlet, got.early, length, close),
      discard: close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads a connection in chunks; a chunk is valid until the next one is read. */
interface ResponseReader {
  readonly socket: Socket;
  opened(timeoutMs: number): Promise<void>;
  /** Null at the end. */
  next(timeoutMs: number): Promise<Buffer | null>;
  fail(error: Error): void;
  close(): void;
}

function createInlet(url: URL, buffer: Buffer, { lookup, trust }: DirectDownloadOptions): ResponseReader {
  let piece: Buffer | null = null;
  let trouble: Error | null = null;
  let isOpen = false;
  let isOver = false;
  let wake: () => void = () => undefined;
  const onread = {
    buffer,
    callback: (bytes: number): boolean => {
      piece = buffer.subarray(0, bytes);
      wake();
      return false;
    },
  };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const at = { host, port: Number(portOf(url)), onread, ...(lookup ? { lookup } : {}) };
  const name = isIP(host) === 0 ? { servername: host } : {};
  const isTls = url.protocol === 'https:';
  // The types of TLS name no `onread`; Node takes it for connections it opens itself.
  const secured = { ...at, ...name, ...trust, ALPNProtocols: ['http/1.1'] } as tls.ConnectionOptions;
  const socket: Socket = isTls ? tls.connect(secured) : net.connect(at);
  const end = (): void => {
    isOver = true;
    wake();
  };
  const fail = (error: Error): void => {
    trouble ??= error;
    socket.destroy();
    end();
  };
  socket
    .on(isTls ? 'secureConnect' : 'connect', () => {
      isOpen = true;
      wake();
    })
    .on('error', fail)
    .on('end', end)
    .on('close', end);

  /** Resolves when the condition is true or can no longer become true; rejects with the error of the connection. */
  const until = async (isSo: () => boolean, timeoutMs: number): Promise<void> => {
    // Not the idle timeout of the socket, which every byte restarts, those of a TLS handshake too.
    const timer = setTimeout(() => fail(timedOut()), timeoutMs);
    while (!isSo() && !isOver) await new Promise<void>((resolve) => (wake = resolve));
    // The consumer of a chunk may take its time; only waiting for data is limited.
    clearTimeout(timer);
    if (trouble && !isSo()) throw trouble;
  };
  return {
    socket,
    opened: async (timeoutMs) => {
      await until(() => isOpen, timeoutMs);
      if (!isOpen) throw cutOff();
    },
    next: async (timeoutMs) => {
      piece = null;
      socket.resume();
      await until(() => piece !== null, timeoutMs);
      return piece;
    },
    fail,
    close: () => {
      socket.destroy();
      end();
    },
  };
}

function withoutBody({ status, fields }: ResponseHead): NetworkResponse {
  const nothing = (async function* (): AsyncGenerator<Uint8Array> {})();
  return { status, header: (name) => fields.get(name), body: nothing, discard: () => undefined };
}

/** The head, within the time, and the bytes that follow it in the same chunk; null if the response is not plain. */
async function readHead(
  inlet: ResponseReader,
  buffer: Buffer,
  timeoutMs: number,
): Promise<{ head: ResponseHead; early: Buffer } | null> {
  const endsAt = performance.now() + timeoutMs;
  let gathered: Buffer = Buffer.alloc(0);
  while (gathered.byteLength < LONGEST_HEAD_BYTES) {
    const piece = await inlet.next(Math.max(0, endsAt - performance.now()));
    if (piece === null) throw cutOff();
    const all = gathered.byteLength === 0 ? piece : Buffer.concat([gathered, piece]);
    const end = all.indexOf('\r\n\r\n');
    if (end >= 0 && end <= LONGEST_HEAD_BYTES) {
      const text = all.toString('latin1', 0, end);
      const head = parseResponseHead(text) ?? parseFailureStatus(text);
      return head && { head, early: all.subarray(end + 4) };
    }
    gathered = Buffer.from(all);
  }
  return null;
}

async function* readBody(
  inlet: ResponseReader,
  early: Buffer,
  length: number,
  close: () => void,
): AsyncGenerator<Uint8Array> {
  let left = length - early.byteLength;
  try {
    if (early.byteLength > 0) yield early;
    while (left > 0) {
      const piece = await inlet.next(BODY_TIMEOUT_MS);
      if (piece === null) throw cutOff();
      left -= piece.byteLength;
      yield piece;
    }
  } finally {
    close();
  }
}

function toHead({ url, headers }: NetworkRequest): string {
  const fields = { ...headers, host: url.host, 'accept-encoding': 'identity', connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => {
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw new TypeError(`The header ${name} holds what no header may.`);
    return `${name}: ${value}\r\n`;
  });
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function timedOut(): Error {
  return Object.assign(new Error('Nothing came in time.'), { code: 'ETIMEDOUT' });
}

function cutOff(): Error {
  return Object.assign(new Error('The connection was closed early.'), { code: 'ECONNRESET' });
}
