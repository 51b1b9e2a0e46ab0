import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './in-transaction.ts';

/**
 * Migrates a database to the newest schema, one transaction per step; `user_version` counts the steps applied. Steps are
 * numbered by index and append-only: a released one never changes. A database with more steps was
 * written by a newer version; it is not changed, and `onNewer` creates the error to throw.
 */
export function migrate(db: DatabaseSync, migrations: readonly string[], onNewer: (version: number) => Error): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > migrations.length) throw onNewer(version);
  for (const [i, migration] of migrations.entries()) {
    if (i < version) continue;
    inTransaction(db, () => db.exec(`${migration}; PRAGMA user_version = ${i + 1}`));
  }
}
