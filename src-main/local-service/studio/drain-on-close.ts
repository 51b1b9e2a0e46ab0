import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Pending responses get this much time when the server no longer accepts connections. */
const CLOSE_GRACE_MS = 10_000;

/**
 * Lets a server end without an error for its clients: when it is closed it goes on to accept requests for `seconds`, in
 * which a reverse proxy learns from /readyz to use another process, and says with each response that its connection ends.
 * Then it refuses connections, and answers what has begun.
 */
export function drainOnClose(app: FastifyInstance, seconds: number): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    await sleep(seconds * 1000);
    setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS).unref();
  });
  // The framework says it for requests that begin from now on, this for those that have begun.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}
