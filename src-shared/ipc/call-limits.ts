import type { Reply } from './page-bridge.ts';

/** Maximum number of ids in a list of a call. */
export const MAX_IDS = 100_000;

/** Maximum size of a call on any transport: enough for `MAX_IDS`, which take 3.9 MB as JSON. Files are transferred separately. */
export const MAX_CALL_BYTES = 5 * 1024 * 1024;

/** Maximum number of values of a call; ids of a call that is not too large are fewer. Each wrong one takes memory to report. */
export const MAX_CALL_VALUES = 150_000;

/** The reply to a call above a limit; nothing was done. */
export function toTooLargeReply(): Reply<never> {
  return {
    ok: false,
    error: { code: 'selection_too_large', subject: null, detail: '', retryable: false, requestId: null },
  };
}
