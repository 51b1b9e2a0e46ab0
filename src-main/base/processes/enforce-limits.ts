/** Limits of one work item in a process of its own. */
export interface WorkLimits {
  /** Resident memory of the process. */
  readonly maxBytes: number;
  /** JavaScript heap of the process; typed arrays are outside of it. */
  readonly heapMb: number;
  readonly maxMs: number;
  /** Pause between two looks at the memory of a busy process. */
  readonly pollMs: number;
}

/** Limits of memory, which the process checks itself too (`watchdog.ts`). */
export type MemoryLimits = Pick<WorkLimits, 'heapMb' | 'maxBytes'>;

/** A process that can be measured. */
export interface MeasuredProcess {
  /** Resident memory in bytes; null if it cannot be measured on this platform. */
  residentBytes(): Promise<number | null>;
}

/** Why the process of a work item was lost. */
export type LossCause = 'too-slow' | 'too-much-memory' | 'crashed';

/**
 * Number of times a work item is started. One whose process was lost is tried once more, because the fault may lie
 * outside of it.
 */
export const MAX_ATTEMPTS = 2;

/**
 * Number of times the service may end in the middle of the same task before the task is given up. More than
 * `MAX_ATTEMPTS`, because tasks take long, run in other processes, and people, updates and power cuts end services too.
 */
export const MAX_INTERRUPTIONS = 10;

/**
 * Watches a process while it is busy with one work item. Calls `onExceeded` once if it exceeds its time or memory; the
 * caller kills it. Polls the memory, because a busy process cannot report, and passes it to `onMeasured`. Returns a
 * function that stops watching.
 */
export function enforceLimits(
  process: MeasuredProcess,
  { maxBytes, maxMs, pollMs }: WorkLimits,
  onExceeded: (cause: LossCause) => void,
  onMeasured: (bytes: number) => void = () => undefined,
): () => void {
  let stopped = false;
  let poll: NodeJS.Timeout | undefined;
  const stop = (): void => {
    stopped = true;
    clearTimeout(poll);
    clearTimeout(deadline);
  };
  const exceed = (cause: LossCause): void => {
    stop();
    onExceeded(cause);
  };
  const deadline = setTimeout(exceed, maxMs, 'too-slow');
  const look = (): void => {
    poll = setTimeout(() => {
      void process.residentBytes().then((bytes) => {
        if (stopped) return;
        if (bytes !== null && bytes > maxBytes) return exceed('too-much-memory');
        look();
        if (bytes !== null) onMeasured(bytes);
      });
    }, pollMs);
  };
  look();
  return stop;
}
