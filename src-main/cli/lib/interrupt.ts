/** Exit status of a command that was interrupted. */
export const INTERRUPTED_STATUS = 130;

/** Waits for SIGINT or SIGTERM. */
export interface InterruptListener {
  /** Resolves when a signal arrives; never rejects. */
  readonly interrupted: Promise<'interrupted'>;
  /** Aborted when a signal arrives. */
  readonly signal: AbortSignal;
  /** Lets signals end the process again. */
  stop(): void;
}

/** Listens for SIGINT and SIGTERM until it is stopped; the process does not end by the first of them meanwhile. */
export function listenForInterrupt(): InterruptListener {
  const { promise, resolve } = Promise.withResolvers<'interrupted'>();
  const abort = new AbortController();
  const interrupt = (): void => {
    abort.abort();
    resolve('interrupted');
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  return {
    interrupted: promise,
    signal: abort.signal,
    stop: () => {
      process.removeListener('SIGINT', interrupt);
      process.removeListener('SIGTERM', interrupt);
    },
  };
}
