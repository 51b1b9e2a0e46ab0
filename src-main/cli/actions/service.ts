import { spawn } from 'node:child_process';
import path from 'node:path';

/** Runs a service alone, or an API process of a studio, until it is interrupted; returns its exit status. */
export function runService(config: string): Promise<number> {
  return runUntilInterrupted('main', config);
}

/** Runs a worker of a studio until it is interrupted; returns its exit status. */
export function runWorker(config: string): Promise<number> {
  return runUntilInterrupted('worker-main', config);
}

/** Prepares the database of a studio for this version; returns the exit status. */
export function migrateService(config: string): Promise<number> {
  return runEntry('studio-main', ['migrate', '--config', path.resolve(config)]);
}

/** What a new key of a studio may do; absent: everything. */
export interface KeyInput {
  readonly config: string;
  readonly readOnly: boolean;
  readonly operations: readonly string[];
  readonly dayBudget: string | undefined;
  readonly monthBudget: string | undefined;
}

/** Creates an API key of a studio and prints it; returns the exit status. */
export function addServiceKey(name: string, input: KeyInput): Promise<number> {
  const { config, readOnly, operations, dayBudget, monthBudget } = input;
  return runEntry('studio-main', [
    ...['key', name, '--config', path.resolve(config)],
    ...(readOnly ? ['--read-only'] : []),
    ...(operations.length > 0 ? ['--operations', operations.join(',')] : []),
    ...(dayBudget === undefined ? [] : ['--day-budget', dayBudget]),
    ...(monthBudget === undefined ? [] : ['--month-budget', monthBudget]),
  ]);
}

/** The process ends when the pipe to its stdin closes, however this process ended. */
function runUntilInterrupted(entry: string, config: string): Promise<number> {
  return runEntry(entry, ['--config', path.resolve(config), '--with-parent']);
}

/** Runs an entry of the local service in its own process, and passes signals to it. */
function runEntry(name: string, args: readonly string[]): Promise<number> {
  const entry = path.join(import.meta.dirname, '../../local-service', `${name}${path.extname(import.meta.filename)}`);
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['pipe', 'inherit', 'inherit'] });
  const stop = (): void => void child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 0)));
}
