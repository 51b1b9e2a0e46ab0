/** Limits of spec part 8; names include the unit. */
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
  /** The document says both 150 MB and 200 MB; we send up to the smaller and accept up to the larger (4.6). */
  uploadBytesSent: 150 * 1024 * 1024,
  uploadBytesAccepted: 200 * 1024 * 1024,
  /** Above this size a presigned PUT is recommended; we always use it (4.6). */
  multipartRecommendedBytes: 60 * 1024 * 1024,
} as const;

/**
 * Recommended client backoff (part 8): doubles from the first value to the cap; a delay from the server takes
 * precedence.
 */
export const BACKOFF = { firstMs: 1_000, capMs: 32_000 } as const;

/** Recommended polling interval (part 8). */
export const POLL = { fastestMs: 1_000, slowestMs: 5_000 } as const;

/** Consecutive polls without a task before it counts as missing; a new task may not be visible at once. */
export const MAX_TASK_MISSES = 8;

/** Indicative quotas per minute by endpoint class (part 8); the document does not show per-endpoint numbers. */
export const RATE_CLASSES = {
  generation: 200,
  refine: 50,
  upload: 10,
  /** Not documented, except that query calls do not count toward the creation quota. */
  query: 1200,
} as const;

/** A class of endpoints with a common rate limit. */
export type RateClass = keyof typeof RATE_CLASSES;
