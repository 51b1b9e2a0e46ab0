import type { IncomingMessage } from 'node:http';
import type { FastifyReply, onRequestHookHandler } from 'fastify';

/** Maximum time for a stalled or slow request body. */
const PERIOD_MS = 1_500;

/** Least bytes a period must bring; clients are on this computer. */
const MIN_BYTES = 16 * 1024;

/** Ends connections whose request body does not arrive, so that a slow or never-ending sender holds nothing up. */
export const enforceBodyTimeout: onRequestHookHandler = ({ raw }, reply, done) => {
  done();
  const { headers } = raw;
  if (raw.complete || ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined))
    return;
  // A small body comes together with its head and is complete by then.
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
  // After the next poll for input: a thread that was busy must not take its own delay for the sender's.
  const timer = setInterval(() => setImmediate(look), PERIOD_MS).unref();
  reply.raw.once('close', () => clearInterval(timer));
}
