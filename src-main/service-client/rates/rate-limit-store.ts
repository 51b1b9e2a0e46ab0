import { z } from 'zod';
import { RATE_CLASSES, type RateClass } from '../../../src-shared/api/protocol/limits.ts';
import type { RateLimitStore } from './request-rate-limiter.ts';
import type { KeyValueStore } from '../../base/key-value-store.ts';
import { parseJsonOrNull } from '../../base/parse-json-or-null.ts';

const moments = z.partialRecord(z.enum(Object.keys(RATE_CLASSES) as [RateClass, ...RateClass[]]), z.number());

/** Stores until when the rate limit classes of an account are closed, in one entry; expired ones are dropped. */
export function rateLimitStore(serviceId: string, notes: KeyValueStore, now: () => number = Date.now): RateLimitStore {
  const name = `rate limits ${serviceId}`;
  const read = (): z.infer<typeof moments> => moments.safeParse(parseJsonOrNull(notes.get(name) ?? '{}')).data ?? {};
  return {
    get: (rateClass) => read()[rateClass] ?? null,
    set: (rateClass, until) => {
      const open = Object.entries(read()).filter(([, moment]) => moment > now());
      notes.set(name, JSON.stringify({ ...Object.fromEntries(open), [rateClass]: until }));
    },
  };
}
