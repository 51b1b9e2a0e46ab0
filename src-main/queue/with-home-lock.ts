import type { DatabaseSync } from 'node:sqlite';
import { isDamaged } from '../base/sqlite/sqlite-errors.ts';
import { openQueueDatabase } from './store/queue-database.ts';

/**
 * Runs a function while no other process can open the queue of a home; throws `home_locked` if another process has it
 * open. A damaged database counts as not open.
 */
export function withHomeLock<T>(home: string, run: () => T): T {
  const database = openUndamaged(home);
  try {
    return run();
  } finally {
    database?.close();
  }
}

function openUndamaged(home: string): DatabaseSync | null {
  try {
    return openQueueDatabase(home);
  } catch (error) {
    if (isDamaged(error)) return null;
    throw error;
  }
}
