import { z } from 'zod';
import { cloudRegion } from '../../settings/settings.ts';
import { serviceCard, serviceName, usageFilter, usagePage, usageTotals } from '../views/account-view.ts';

const cards = z.array(serviceCard);

/** What the page may ask about services and what they charged: channel → [input, output]. */
export const accountCalls = {
  /**
   * The service's own history, newest first, as pages of what the filter lets through. More of it is read until the page
   * is full, as far as one call may. `fresh`: the newest are read again.
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
  /** Sums since a local day; more of the history is read until that day, as far as one call may. */
  'account:totals': [z.object({ service: serviceName, from: usageFilter.shape.from }), usageTotals],
  /** Services side by side; with `look` each is asked for its balance. Like all that follow it answers every service. */
  'services:list': [z.object({ look: z.boolean() }), cards],
  'services:use': [z.object({ name: serviceName }), cards],
  /** The key is tried with the region before anything is kept; null: the one that is kept for the address already. */
  'services:add': [
    z.object({ name: z.string().max(100), cloud: cloudRegion, key: z.string().min(1).max(500).nullable() }),
    cards,
  ],
  'services:change': [z.object({ name: serviceName, resend: z.enum(['strict', 'auto']) }), cards],
  /** Tries another key and keeps it; null forgets the one there is. */
  'services:setKey': [z.object({ name: serviceName, key: z.string().min(1).max(500).nullable() }), cards],
  'services:remove': [z.object({ name: serviceName }), cards],
} as const;
