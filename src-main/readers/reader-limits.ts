/** Limits of one read. */
export interface ReaderLimits {
  /** Number of processes. */
  readonly processes: number;
  /** Resident memory of one process. */
  readonly maxBytes: number;
  /** JavaScript heap of one process; typed arrays are outside of it. */
  readonly heapMb: number;
  readonly maxMs: number;
  /** Pause between two looks at the memory of a busy process. */
  readonly pollMs: number;
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
  pollMs: 25,
  idleMs: 30_000,
};
