/** A task that never runs concurrently; requests during a run cause one more run. */
export interface RepeatingTask {
  request(): void;
  /** Resolves when the task is idle. */
  idle(): Promise<void>;
  /** Ignores later requests; resolves when the task is idle. */
  close(): Promise<void>;
}

/** `run` must not reject. */
export function createRepeatingTask(run: () => Promise<void>): RepeatingTask {
  let current: Promise<void> | null = null;
  let isRequested = false;
  let isClosed = false;

  const repeat = async (): Promise<void> => {
    while (isRequested && !isClosed) {
      isRequested = false;
      await run();
    }
    current = null;
  };
  const idle = async (): Promise<void> => {
    while (current) await current;
  };
  return {
    request: () => {
      isRequested = true;
      if (!isClosed) current ??= repeat();
    },
    idle,
    close: () => {
      isClosed = true;
      return idle();
    },
  };
}
