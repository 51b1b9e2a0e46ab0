import { RATE_LIMIT_HEADERS } from '../../../../src-shared/api/protocol/envelope.ts';

/** A longer wait is asked for again: a mistake of the server must not end the work. */
const MAX_WAIT_MS = 60_000;

/**
 * How long a response asks to wait, ms: by `Retry-After`, or by the end of the window of its rate limit (part 8), by the
 * clock of the server if it tells its time, otherwise by `now`, epoch ms. Null: it does not say.
 */
export function readRetryAfter(header: (name: string) => string | undefined, now: number): number | null {
  const date = Date.parse(header('date') ?? '');
  const sent = Number.isNaN(date) ? now : date;
  const ms = readEnd(header, sent) - sent;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_WAIT_MS);
}

function readEnd(header: (name: string) => string | undefined, sent: number): number {
  const after = header('retry-after') ?? '';
  if (/^\d{1,9}$/.test(after)) return sent + Number(after) * 1_000;
  if (after.endsWith(' GMT')) return Date.parse(after);
  const reset = header(RATE_LIMIT_HEADERS.reset) ?? '';
  return /^\d{9,11}$/.test(reset) ? Number(reset) * 1_000 : Number.NaN;
}
