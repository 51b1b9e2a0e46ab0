import { z } from 'zod';

/** Spec 2.1, success: `{code: 0, status: "success", data}`. */
export const successEnvelope = z.looseObject({ code: z.literal(0), status: z.string().optional(), data: z.unknown() });

/** Spec 2.1, error; the sample bodies of rate and concurrency errors carry only code, message and suggestion. */
export const errorEnvelope = z.looseObject({
  code: z.int().refine((code) => code !== 0),
  status: z.string().optional(),
  message: z.string().default(''),
  suggestion: z.string().default(''),
  request_id: z.string().optional(),
});

/** An error answer as the service words it. */
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

/** The header a request may carry (2.1). */
export const REQUEST_ID_HEADER = 'x-request-id';

/** The header every response carries (2.1). */
export const TRACE_ID_HEADER = 'x-service-trace-id';

/** Rate-limit headers of every response (part 8). */
export const RATE_LIMIT_HEADERS = {
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  reset: 'x-ratelimit-reset',
} as const;
