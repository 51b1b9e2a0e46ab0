import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../base/startup-error.ts';
import { migrate } from './migrate.ts';

/** Older versions can lose committed transactions (the WAL-reset bug, sqlite.org/wal.html). */
const OLDEST_SQLITE = [3, 51, 3] as const;

/**
 * Opens the service's database with every migration applied. A commit is on the disk when the call returns; money
 * depends on that, so `synchronous` is FULL, and `fullfsync` makes macOS flush its drive too. What a statement or a
 * savepoint would need to be undone is kept in memory: in a file it would be more writes than the commit itself.
 */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  try {
    assertVersion(String(db.prepare('SELECT sqlite_version() AS version').get()?.['version']));
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA journal_size_limit = 16777216;
      PRAGMA temp_store = MEMORY;
    `);
    migrate(db);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** Throws a StartRefusal when a SQLite version is too old to be trusted with commits. */
export function assertVersion(version: string): void {
  const parts = version.split('.').map(Number);
  for (const [i, oldest] of OLDEST_SQLITE.entries()) {
    const part = parts[i] ?? 0;
    if (part > oldest) return;
    if (part < oldest) {
      throw new StartupError(`SQLite ${version} can lose commits; ${OLDEST_SQLITE.join('.')} or newer is needed.`);
    }
  }
}
