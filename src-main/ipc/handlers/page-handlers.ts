import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { pageCalls } from '../../../src-shared/ipc/calls/page-calls.ts';

/** Handlers of the calls with which a page reports its own state, for callers that are not a page: they do nothing. */
export function createPageHandlers(): HandlersOf<typeof pageCalls> {
  return {
    'page:visible': async () => null,
    'page:shows': async () => null,
  };
}
