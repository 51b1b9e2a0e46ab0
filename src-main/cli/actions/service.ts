import path from 'node:path';
import { endOfRunning, INTERRUPTED_STATUS } from '../lib/interrupt.ts';
import { runEntry } from '../lib/run-service-entry.ts';

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
  /** What its tasks are for. */
  readonly project: string | undefined;
  readonly admin: boolean;
  readonly readOnly: boolean;
  readonly operations: readonly string[];
  readonly dayBudget: string | undefined;
  readonly monthBudget: string | undefined;
}

/** Creates an API key of a studio and prints it; returns the exit status. */
export function addServiceKey(name: string, input: KeyInput): Promise<number> {
  const { config, project, admin, readOnly, operations, dayBudget, monthBudget } = input;
  return runEntry('studio-main', [
    ...['key', name, '--config', path.resolve(config)],
    ...(project === undefined ? [] : ['--project', project]),
    ...(admin ? ['--admin'] : []),
    ...(readOnly ? ['--read-only'] : []),
    ...(operations.length > 0 ? ['--operations', operations.join(',')] : []),
    ...(dayBudget === undefined ? [] : ['--day-budget', dayBudget]),
    ...(monthBudget === undefined ? [] : ['--month-budget', monthBudget]),
  ]);
}

/** Revokes an API key of a studio; returns the exit status. */
export function revokeServiceKey(id: string, config: string): Promise<number> {
  return runEntry('studio-main', ['revoke', id, '--config', path.resolve(config)]);
}

/** The process ends when the pipe to its stdin closes, however this process ended. An interrupt is its usual end. */
async function runUntilInterrupted(entry: string, config: string): Promise<number> {
  const status = await runEntry(entry, ['--config', path.resolve(config), '--with-parent']);
  return status === INTERRUPTED_STATUS || status === 0 ? endOfRunning() : status;
}
