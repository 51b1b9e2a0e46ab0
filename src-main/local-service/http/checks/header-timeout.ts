import type { Server } from 'node:http';

/**
 * Closes connections whose request headers take longer than `headersMs`, checked every `checkMs`. Time in which this thread
 * read nothing does not count: a client must not be considered slow because the thread was
 * busy, or the computer asleep. Call it before the server listens.
 */
export function enforceHeaderTimeout(server: Server, headersMs: number, checkMs: number): void {
  let lookedAt = performance.now();
  let delayMs = 0;
  let delayedAt = -Infinity;

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
  };

  // After the poll for input, so that data that arrived during a delay is read before the delay ends.
  const timer = setInterval(() => setImmediate(look), checkMs).unref();
  server.once('close', () => clearInterval(timer));
  // The runtime knows when each request started, and reads this value at each of its own checks.
  Object.defineProperty(server, 'headersTimeout', { get: () => Math.ceil(headersMs + delayMs + lateness()) });
}
