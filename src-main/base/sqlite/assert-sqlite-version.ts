import { StartupError } from '../startup-error.ts';

/** Earlier versions can lose committed transactions (the WAL-reset bug, sqlite.org/wal.html). */
const MIN_SQLITE_VERSION = [3, 51, 3] as const;

/** Throws a StartupError when a SQLite version, such as `process.versions.sqlite`, is too old to keep commits. */
export function assertSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number);
  for (const [i, min] of MIN_SQLITE_VERSION.entries()) {
    const part = parts[i] ?? 0;
    if (part > min) return;
    if (part < min) {
      throw new StartupError(
        `SQLite ${version} can lose commits. Use a Node.js version with SQLite ${MIN_SQLITE_VERSION.join('.')} or later.`,
      );
    }
  }
}
