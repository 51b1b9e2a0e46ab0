/** The limits of spec part 8, in the unit the name says. */
export const LIMITS = {
  requestBodyBytes: 20 * 1024 * 1024,
  batchQueryIds: 100,
  usagePageRows: 200,
  prompt3d: 1024,
  negativePrompt: 255,
  promptImage: 1800,
  promptMultiviewEdit: 1024,
  retargetAnimations: 5,
  presignSeconds: 1800,
  /** “About 24 hours”. */
  outputUrlSeconds: 24 * 60 * 60,
  webhookToleranceSeconds: 300,
  /** The document says 150 MB and 200 MB; we send at most the smaller and accept the larger (4.6). */
  uploadBytesSent: 150 * 1024 * 1024,
  uploadBytesAccepted: 200 * 1024 * 1024,
  /** Above this size a presigned PUT is recommended; we always use it (4.6). */
  multipartRecommendedBytes: 60 * 1024 * 1024,
} as const;

/** Recommended client backoff (part 8): doubling from the first to the cap; the server's own word comes before it. */
export const BACKOFF = { firstMs: 1_000, capMs: 32_000 } as const;

/** Recommended polling period (part 8). */
export const POLL = { fastestMs: 1_000, slowestMs: 5_000 } as const;

/** Indicative quotas a minute by endpoint class (part 8); absolute per-endpoint numbers are not shown. */
export const RATE_CLASSES = {
  generation: 200,
  refine: 50,
  upload: 10,
  /** Not shown; query calls are only said to be outside the creation quota. */
  query: 1200,
} as const;

/** A class of endpoints that share one rate limit. */
export type RateClass = keyof typeof RATE_CLASSES;
