import { statement, type Postgres } from '../../storage/postgres/postgres.ts';
import type { RateLimiter, RateLimits } from './rate-limiter.ts';

/** Counts a request in its window, or opens the next one; a request above the limit is not counted. */
const COUNT = statement(
  'count-request',
  `
    INSERT INTO rate_windows AS old (key_id, class, ends_at, count) VALUES ($1, $2, now() + interval '1 minute', 1)
    ON CONFLICT (key_id, class) DO UPDATE SET
      ends_at = CASE WHEN old.ends_at <= now() THEN excluded.ends_at ELSE old.ends_at END,
      count = CASE WHEN old.ends_at <= now() THEN 1 ELSE least(old.count + 1, $3 + 1) END
    RETURNING count, ends_at`,
);

/**
 * Windows of one minute for each key and class that all processes share (spec part 8). They are not written ahead: a
 * crash of the database opens new ones.
 */
export function createPostgresRateLimiter(postgres: Postgres, limits: RateLimits): RateLimiter {
  return async (keyId, rateClass) => {
    const limit = limits[rateClass];
    const { rows } = await postgres.query<[count: number, endsAt: Date]>(COUNT, keyId, rateClass, limit);
    const [count, endsAt] = rows[0] ?? [0, new Date()];
    return {
      limit,
      remaining: Math.max(0, limit - count),
      reset: Math.ceil(endsAt.getTime() / 1000),
      exceeded: count > limit,
    };
  };
}
