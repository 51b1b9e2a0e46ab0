/** Work whose response is its result: the server responds to nothing else until it is done. */
export interface BlockingWork {
  /** True while the server works, as far as is known. */
  isRunning(): boolean;
  /** Runs a request for work. The server goes on with it after an abort. */
  run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** The server may work on a request that no task waits for any longer. */
  abandon(): void;
  /** The server responds, or does not run any longer: what was abandoned has ended. */
  endAbandoned(): void;
}

/** Remembers the blocking work of one server; what is not done after the time limit has failed. */
export function createBlockingWork(timeLimitMs: number): BlockingWork {
  let running = 0;
  let abandonedUntil = 0;

  function abandon(): void {
    abandonedUntil = performance.now() + timeLimitMs;
  }

  return {
    isRunning: () => running > 0 || performance.now() < abandonedUntil,
    async run(request, signal) {
      running++;
      try {
        return await request();
      } catch (error) {
        if (signal.aborted) abandon();
        throw error;
      } finally {
        running--;
      }
    },
    abandon,
    endAbandoned() {
      abandonedUntil = 0;
    },
  };
}
