import type { WorkLimits } from '../../base/processes/enforce-limits.ts';

/** Limits of one task in its engine, from what the largest honest tasks need: `docs/security.md`. */
export const ENGINE_LIMITS: WorkLimits = {
  maxBytes: 1_280 * 1024 ** 2,
  heapMb: 1_024,
  maxMs: 5 * 60_000,
  pollMs: 100,
};
