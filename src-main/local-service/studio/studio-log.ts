import { AsyncLocalStorage } from 'node:async_hooks';
import { format } from 'node:util';
import { pino, type DestinationStream, type Logger } from 'pino';
import { redact } from '../../base/log/redact.ts';
import type { LogLevel } from './log-levels.ts';

/** What the lines of a piece of work have in common: ids and names, never a key, an address with a signature or a prompt. */
export interface LogContext {
  requestId?: string;
  taskId?: string;
  attempt?: number;
}

/** The log of a process of a studio: one JSON object per line. */
export type StudioLog = Logger;

const contexts = new AsyncLocalStorage<LogContext>();

/** Runs `work`; all lines that it causes have the fields of `context`. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run(context, work);
}

/** Adds fields to the lines that the current work causes from now on. */
export function addLogContext(fields: LogContext): void {
  const context = contexts.getStore();
  if (context) Object.assign(context, fields);
}

/** Opens the log of a process, on standard error unless another stream is given. Messages and errors are redacted. */
export function openStudioLog(
  name: 'api' | 'worker',
  level: LogLevel,
  stream: DestinationStream = pino.destination({ fd: 2, sync: true }),
): StudioLog {
  const options = {
    level,
    base: { process: name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    ...{ messageKey: 'message', errorKey: 'error' },
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: (error: unknown) => redact(format('%s', describeError(error))) },
    mixin: () => contexts.getStore() ?? {},
    // Lines are written as `log.info(fields, message)` or `log.info(message)`.
    hooks: {
      logMethod(this: Logger, args: unknown[], write: (...args: never[]) => void): void {
        write.apply(this, args.map((arg) => (typeof arg === 'string' ? redact(arg) : arg)) as never[]);
      },
    },
  };
  return pino(options, stream);
}

/**
 * Sends what modules write to the console, warnings of the runtime and the error that ends the process to the log; returns
 * a function that stops this.
 */
export function captureConsole(log: StudioLog): () => void {
  const { error, warn, info, log: print } = console;
  const to =
    (level: LogLevel) =>
    (first: unknown, ...rest: unknown[]) =>
      log[level]({}, format(first, ...rest));
  Object.assign(console, { error: to('error'), warn: to('warn'), info: to('info'), log: to('info') });
  const printers = process.rawListeners('warning') as ((warning: Error) => void)[];
  const onWarning = (warning: Error): void => log.warn({}, `${warning.name}: ${warning.message}`);
  process.removeAllListeners('warning').on('warning', onWarning);
  const onError = (thrown: unknown): void => {
    log.fatal({ error: thrown }, 'This process ends because of an error.');
    process.exit(1);
  };
  process.on('uncaughtException', onError);
  return () => {
    Object.assign(console, { error, warn, info, log: print });
    process.off('uncaughtException', onError).off('warning', onWarning);
    for (const printer of printers) process.on('warning', printer);
  };
}

/** An error with its stack and its causes; fields of drivers, which may repeat what was sent, are left out. */
function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? '' : `\ncaused by ${describeError(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}
