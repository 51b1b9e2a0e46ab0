import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit code that shells expect of a process that a signal ended. */
export const signalCode = (name: NodeJS.Signals): number => 128 + constants.signals[name];

/** Result of work that a signal interrupted. */
export interface Interrupted {
  readonly code: number;
}

/** Runs abortable work and aborts it when this process receives a termination signal. */
export async function withSignals<T extends object>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | Interrupted> {
  const controller = new AbortController();
  let code: number | null = null;
  const stop = (name: NodeJS.Signals): void => {
    code ??= signalCode(name);
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, stop);
  try {
    const done = await work(controller.signal);
    return code === null ? done : { code };
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}

/** Passes termination signals to `pass` instead of ending this process; call the returned function to stop. */
export function passSignals(pass: (name: NodeJS.Signals) => void): () => void {
  for (const name of SIGNALS) process.on(name, pass);
  return () => {
    for (const name of SIGNALS) process.off(name, pass);
  };
}

/** Whether `withSignals` was interrupted. */
export const isInterrupted = (done: object): done is Interrupted => 'code' in done;
