import type { RateClass } from '../../../../src-shared/api/protocol/limits.ts';
import { groupCalls } from '../../storage/postgres/group-calls.ts';
import { statement, type Postgres } from '../../storage/postgres/postgres.ts';
import type { RateLimiter, RateLimits, RateState } from './rate-limiter.ts';

/**
 * Counts requests in their windows, or opens the next ones. Windows are locked in the order of their keys, so that
 * processes that count for the same keys do not wait for each other in a circle.
 */
const COUNT = statement(
  'count-requests',
  `
    INSERT INTO rate_windows AS old (key_id, class, ends_at, count)
    SELECT key_id, class, now() + interval '1 minute', requests
    FROM unnest($1::text[], $2::text[], $3::int[]) AS counted (key_id, class, requests) ORDER BY key_id, class
    ON CONFLICT (key_id, class) DO UPDATE SET
      ends_at = CASE WHEN old.ends_at <= now() THEN excluded.ends_at ELSE old.ends_at END,
      count = CASE WHEN old.ends_at <= now() THEN excluded.count ELSE old.count + excluded.count END
    RETURNING key_id, class, count, ends_at`,
);

const GROUP_LIMITS = { calls: 256, groups: 2 } as const;

interface Request {
  readonly keyId: string;
  readonly rateClass: RateClass;
}

/**
 * Windows of one minute for each key and class that all processes share (spec part 8). They are not written ahead: a
 * crash of the database opens new ones.
 */
export function createPostgresRateLimiter(postgres: Postgres, limits: RateLimits): RateLimiter {
  async function count(requests: readonly Request[]): Promise<RateState[]> {
    const groups = Map.groupBy(requests, windowOf);
    const firsts = [...groups.values()].map(([request]) => request!);
    const { rows } = await postgres.query<[keyId: string, rateClass: RateClass, count: number, endsAt: Date]>(
      COUNT,
      firsts.map(({ keyId }) => keyId),
      firsts.map(({ rateClass }) => rateClass),
      [...groups.values()].map(({ length }) => length),
    );
    const windows = new Map(
      rows.map(([keyId, rateClass, total, endsAt]) => {
        const name = windowOf({ keyId, rateClass });
        const before = total - (groups.get(name)?.length ?? 0);
        return [name, { count: before, reset: Math.ceil(endsAt.getTime() / 1000) }];
      }),
    );
    return requests.map((request) => {
      const limit = limits[request.rateClass];
      const window = windows.get(windowOf(request))!;
      window.count++;
      const remaining = Math.max(0, limit - window.count);
      return { limit, remaining, reset: window.reset, exceeded: window.count > limit };
    });
  }

  const countTogether = groupCalls(count, GROUP_LIMITS);
  return (keyId, rateClass) => countTogether({ keyId, rateClass });
}

const windowOf = ({ keyId, rateClass }: Request): string => `${rateClass} ${keyId}`;
