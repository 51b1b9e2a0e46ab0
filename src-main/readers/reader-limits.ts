import type { WorkLimits } from '../base/processes/enforce-limits.ts';

/** Limits of the reader processes and of each read. */
export interface ReaderLimits extends WorkLimits {
  /** In place of `maxMs` for unpacking an archive, which writes up to 4 GB to a disk that may be slow. */
  readonly maxUnpackMs: number;
  /** Number of processes. */
  readonly processes: number;
  /** An idle process ends after this time. */
  readonly idleMs: number;
}

/**
 * Limits for every file: with the app itself they stay below 600 MB. Peaks by format are in `docs/security.md`.
 */
export const READER_LIMITS: ReaderLimits = {
  processes: 2,
  maxBytes: 450 * 1024 ** 2,
  heapMb: 384,
  maxMs: 60_000,
  maxUnpackMs: 10 * 60_000,
  pollMs: 25,
  idleMs: 30_000,
};
