import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

/** A sender that is slower than this may miss the answer; one that never ends must not hold it up. */
const PATIENCE_MS = 1_000;

/** Reads and drops what is left of a body: a sender that is cut off in the middle would not see why it was refused. */
export async function drainBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.resume();
  // However it ends, the answer goes out.
  await finished(request, { signal: AbortSignal.timeout(PATIENCE_MS), cleanup: true }).catch(() => undefined);
}
