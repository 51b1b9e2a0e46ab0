import { z } from 'zod';

/** Success response (spec 2.1): `{code: 0, status: "success", data}`. */
export const successEnvelope = z.looseObject({ code: z.literal(0), status: z.string().optional(), data: z.unknown() });

/**
 * Error response (spec 2.1); the sample bodies of rate and concurrency errors contain only code, message and
 * suggestion.
 */
export const errorEnvelope = z.looseObject({
  code: z.int().refine((code) => code !== 0),
  status: z.string().optional(),
  message: z.string().default(''),
  suggestion: z.string().default(''),
  request_id: z.string().optional(),
});

/** A parsed error response. */
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

/** Optional header of a request (2.1). */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Header of every response (2.1). */
export const TRACE_ID_HEADER = 'x-service-trace-id';

/** Rate-limit headers of every response (part 8). */
export const RATE_LIMIT_HEADERS = {
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  reset: 'x-ratelimit-reset',
} as const;
