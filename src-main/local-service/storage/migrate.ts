import type { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../base/startup-error.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import { MIGRATIONS } from './migrations.ts';

/** Brings a database to the newest schema, one transaction a step; refuses one that a newer Dropforge made. */
export function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > MIGRATIONS.length) {
    throw new StartupError(`The data folder belongs to a newer Dropforge (schema ${version}). Update Dropforge.`);
  }
  for (const [i, migration] of MIGRATIONS.entries()) {
    if (i < version) continue;
    inTransaction(db, () => db.exec(`${migration}; PRAGMA user_version = ${i + 1}`));
  }
}
