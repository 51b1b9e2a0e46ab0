import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Time limits of request headers, ms. */
interface HeaderLimits {
  /**
   * From the connection to the first byte. Longer than `headersMs`: a client on a busy computer may be delayed between
   * connecting and sending.
   */
  readonly silentMs: number;
  /** From the first byte to the end of the headers. On a connection that had a request, `silentMs` applies. */
  readonly headersMs: number;
  /** Interval of the checks. */
  readonly checkMs: number;
}

/**
 * Closes connections whose request headers take longer than the limits. Time in which this thread read nothing does not count:
 * a client must not be considered slow because the thread was busy, or the computer asleep. Call it before the server listens.
 */
export function enforceHeaderTimeout(server: Server, { silentMs, headersMs, checkMs }: HeaderLimits): void {
  let lookedAt = performance.now();
  let delayMs = 0;
  let delayedAt = -Infinity;
  /** Connections without a request so far; when their first byte was noticed, or null. */
  const firstHeaders = new Map<Socket, number | null>();
  server.on('connection', (socket: Socket) => {
    firstHeaders.set(socket, null);
    socket.once('close', () => firstHeaders.delete(socket));
  });
  server.on('request', ({ socket }) => firstHeaders.delete(socket));

  /** Current delay of the thread's timer; small delays are ignored. */
  const lateness = () => {
    const late = performance.now() - lookedAt - checkMs;
    return late > checkMs ? late : 0;
  };

  const look = () => {
    const late = lateness();
    lookedAt = performance.now();
    if (late > 0) {
      delayMs += late;
      delayedAt = lookedAt;
    } else if (lookedAt - delayedAt > headersMs) {
      // A connection that was open before the delay had the whole time since.
      delayMs = 0;
    }
    for (const [socket, begunAt] of firstHeaders) {
      if (begunAt === null) firstHeaders.set(socket, socket.bytesRead > 0 ? lookedAt : null);
      else if (lookedAt - begunAt > headersMs + delayMs) reject(socket);
    }
  };
  const reject = (socket: Socket): void => {
    firstHeaders.delete(socket);
    // The error of the runtime's own limit.
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!server.emit('clientError', error, socket)) socket.destroy();
  };

  // After the poll for input, so that data that arrived during a delay is read before the delay ends.
  const timer = setInterval(() => setImmediate(look), checkMs).unref();
  server.once('close', () => clearInterval(timer));
  // The runtime knows when each request started, and reads this value at each of its own checks.
  Object.defineProperty(server, 'headersTimeout', { get: () => Math.ceil(silentMs + delayMs + lateness()) });
}
