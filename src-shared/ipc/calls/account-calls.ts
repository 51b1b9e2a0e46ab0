import { z } from 'zod';
import { serviceName, usageFilter, usagePage, usageTotals } from '../views/account-view.ts';

/** Calls about charges of services: channel → [input, output]. */
export const accountCalls = {
  /**
   * One page of the service's own history, filtered, newest first. Reads more of the history until the page is full, up to
   * a limit per call. `fresh`: reads the newest rows again.
   */
  'account:usage': [
    z.object({
      service: serviceName,
      filter: usageFilter,
      page: z.int().min(0).max(100_000),
      pageSize: z.int().min(1).max(500),
      fresh: z.boolean(),
    }),
    usagePage,
  ],
  /** Sums since a local day. Reads the history back to that day, up to a limit per call. */
  'account:totals': [z.object({ service: serviceName, from: usageFilter.shape.from }), usageTotals],
} as const;
