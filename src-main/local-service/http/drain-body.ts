import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

/** Maximum wait for the rest of a body; slower clients may miss the response. */
const PATIENCE_MS = 1_000;

/** Reads and drops the rest of a body: a client that is disconnected while sending would not see the error. */
export async function drainBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.resume();
  // The response is sent in any case.
  await finished(request, { signal: AbortSignal.timeout(PATIENCE_MS), cleanup: true }).catch(() => undefined);
}
