import type { Server } from 'node:http';

/**
 * Ends connections whose request head takes longer than `headersMs`, looked at every `checkMs`. Time in which this thread
 * read nothing does not count: what comes meanwhile waits for us, not we for it, and a sender that was quick must not be
 * taken for a slow one when the thread was busy, or the computer asleep. Call it before the server listens.
 */
export function enforceHeaderTimeout(server: Server, headersMs: number, checkMs: number): void {
  let lookedAt = performance.now();
  let delayMs = 0;
  let delayedAt = -Infinity;

  /** How much later than it should the thread looks right now; small delays are nobody's. */
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
      // Whoever lived through the delay has had the whole time since.
      delayMs = 0;
    }
  };

  // After the poll for input, so that what came during a delay is read before the delay counts as over.
  const timer = setInterval(() => setImmediate(look), checkMs).unref();
  server.once('close', () => clearInterval(timer));
  // The runtime knows when each head began, and asks for this at each of its own looks.
  Object.defineProperty(server, 'headersTimeout', { get: () => Math.ceil(headersMs + delayMs + lateness()) });
}
