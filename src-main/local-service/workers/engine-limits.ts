import type { WorkLimits } from '../../base/processes/enforce-limits.ts';

/**
 * Limits of one task in its engine. Models that would need more than 600 MB are refused before they are decoded
 * (`engine/files/import/memory-budget.ts`), so that these end only what nobody foresaw: `docs/security.md`.
 */
export const ENGINE_LIMITS: WorkLimits = {
  maxBytes: 800 * 1024 ** 2,
  heapMb: 640,
  maxMs: 5 * 60_000,
  pollMs: 100,
};
