import type { IncomingMessage } from 'node:http';
import type { FastifyReply, onRequestHookHandler } from 'fastify';

/** Maximum time for a stalled or slow request body. */
const PERIOD_MS = 1_500;

/** Minimum number of bytes per interval; clients are on this computer. */
const MIN_BYTES = 16 * 1024;

/** Closes connections whose request body does not arrive, so that a slow or endless client blocks nothing. */
export const enforceBodyTimeout: onRequestHookHandler = ({ raw }, reply, done) => {
  done();
  const { headers } = raw;
  if (raw.complete || ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined))
    return;
  // A small body arrives together with its headers and is complete by then.
  setImmediate(() => {
    if (!raw.complete && !raw.destroyed) watch(raw, reply);
  });
};

function watch(raw: IncomingMessage, reply: FastifyReply): void {
  const { socket } = raw;
  let seen = socket.bytesRead;
  const look = () => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    // Data that was received but not consumed does not count as waiting for the client.
    const isTheirTurn = raw.readableLength === 0;
    if (isTheirTurn && socket.bytesRead - seen < MIN_BYTES) socket.destroy();
    seen = socket.bytesRead;
  };
  // After the next poll for input: a delay of this thread must not count as a delay of the client.
  const timer = setInterval(() => setImmediate(look), PERIOD_MS).unref();
  reply.raw.once('close', () => clearInterval(timer));
}
