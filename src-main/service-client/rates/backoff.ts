import { BACKOFF } from '../../../src-shared/api/protocol/limits.ts';

/** Longest pause in ms; a longer one means that the wall clock was set back. */
export const MAX_BACKOFF_MS = 10 * 60_000 + 250;

/**
 * Pause before the next attempt, in ms: until `retryAt` (epoch ms) if the server named it, otherwise exponential from 1
 * s to 32 s, with up to a quarter of jitter so that many clients do not retry together (spec part 8).
 */
export function backoffMs(failures: number, retryAt: number | null, now: number, random: () => number): number {
  if (retryAt !== null && retryAt > now) return Math.min(retryAt - now, 10 * 60_000) + random() * 250;
  const pause = Math.min(BACKOFF.firstMs * 2 ** Math.min(failures, 10), BACKOFF.capMs);
  return pause * (1 + random() / 4);
}
