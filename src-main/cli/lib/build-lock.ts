import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PROJECT_ROOT } from '../../base/project-root.ts';

/** Longest wait for another build. */
const LOCK_TIMEOUT_MS = 600_000;

/**
 * Waits until no other process builds this clone, and keeps others from it until `release`. The lock is an open
 * transaction on an empty database, so the operating system releases it however the process ends.
 */
export function lockBuild(): { release(): void } {
  const folder = path.join(PROJECT_ROOT, '.cache');
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(path.join(folder, 'build-lock.db'), { timeout: LOCK_TIMEOUT_MS });
  db.exec('BEGIN EXCLUSIVE');
  return { release: () => db.close() };
}
