import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit status a shell expects of a process that a signal ended. */
export const signalCode = (name: NodeJS.Signals): number => 128 + constants.signals[name];

/** Work that a signal cut short. */
export interface Interrupted {
  readonly code: number;
}

/** Does work that can be aborted, and aborts it when this process is told to end; its children go with it. */
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

/** Hands every signal that would end this process to `pass` instead; call the answer to stop that. */
export function passSignals(pass: (name: NodeJS.Signals) => void): () => void {
  for (const name of SIGNALS) process.on(name, pass);
  return () => {
    for (const name of SIGNALS) process.off(name, pass);
  };
}

/** Whether `withSignals` was cut short. */
export const isInterrupted = (done: object): done is Interrupted => 'code' in done;
