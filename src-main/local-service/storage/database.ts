import { DatabaseSync } from 'node:sqlite';
import { makePrivateFileSync } from '../../base/files/private-files.ts';
import { StartupError } from '../../base/startup-error.ts';
import { assertSqliteVersion } from '../../base/sqlite/assert-sqlite-version.ts';
import { migrate } from '../../base/sqlite/migrate.ts';
import { MIGRATIONS } from './migrations.ts';

/**
 * Opens the service's database with every migration applied. A commit is on the disk when the call returns, because
 * credits depend on it: `synchronous` is FULL, and `fullfsync` makes macOS flush its drive, too. Undo data of statements
 * and savepoints is kept in memory: writing it to a file would cost more than the commit itself.
 */
export function openDatabase(file: string): DatabaseSync {
  if (file !== ':memory:') makePrivateFileSync(file);
  const db = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  try {
    assertSqliteVersion(String(db.prepare('SELECT sqlite_version() AS version').get()?.['version']));
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA journal_size_limit = 16777216;
      PRAGMA temp_store = MEMORY;
    `);
    migrate(db, MIGRATIONS, (version) => {
      return new StartupError(`A newer Dropforge wrote this data folder (schema ${version}). Update Dropforge.`);
    });
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}
