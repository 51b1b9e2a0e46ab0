import type { CommandResult } from './output/command-result.ts';

/** Exit status of a command that was interrupted. */
export const INTERRUPTED_STATUS = 130;

/** Waits for SIGINT or SIGTERM, or for the end of the output. */
export interface InterruptListener {
  /** Resolves when the command is interrupted; never rejects. */
  readonly interrupted: Promise<'interrupted'>;
  /** Aborted when the command is interrupted. */
  readonly signal: AbortSignal;
  /** Lets signals end the process again. */
  stop(): void;
}

const output = new AbortController();

/** Aborted when nothing can be printed anymore. */
export const outputEnded: AbortSignal = output.signal;

/** Interrupts the command because nothing can be printed anymore, also one that listens only later. */
export function endOutput(): void {
  output.abort();
}

/**
 * Exit status of a command that runs until it is interrupted, once it was: not 0 if its output ended, so that a supervisor
 * starts it again.
 */
export function endOfRunning(): number {
  return outputEnded.aborted ? INTERRUPTED_STATUS : 0;
}

/** Listens for an interrupt until it is stopped; the first signal does not end the process meanwhile. */
export function listenForInterrupt(): InterruptListener {
  const { promise, resolve } = Promise.withResolvers<'interrupted'>();
  const abort = new AbortController();
  const interrupt = (): void => {
    abort.abort();
    resolve('interrupted');
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  outputEnded.addEventListener('abort', interrupt);
  if (outputEnded.aborted) interrupt();
  return {
    interrupted: promise,
    signal: abort.signal,
    stop: () => {
      process.removeListener('SIGINT', interrupt);
      process.removeListener('SIGTERM', interrupt);
      outputEnded.removeEventListener('abort', interrupt);
    },
  };
}

/** Runs work that an interrupt aborts; the result is then that of `toInterruptedResult`. */
export async function runInterruptible(
  run: (signal: AbortSignal) => Promise<CommandResult>,
  suggestion: string,
): Promise<CommandResult> {
  const { signal, stop } = listenForInterrupt();
  try {
    return await run(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return toInterruptedResult(suggestion);
  } finally {
    stop();
  }
}

/** The result of a command that was interrupted before it had one. */
export function toInterruptedResult(suggestion: string): CommandResult {
  const message = 'Interrupted.';
  const data = { code: 'interrupted', status: 'error', message, suggestion };
  return { data, text: '', notes: `${message} ${suggestion}\n`, status: INTERRUPTED_STATUS };
}
