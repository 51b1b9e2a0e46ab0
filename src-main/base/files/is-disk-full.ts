import { SQLITE, sqliteCode } from '../sqlite/sqlite-errors.ts';

/** True if a write to a file or a database failed because the disk, or the account's quota, is full. */
export function isDiskFull(thrown: unknown): boolean {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || sqliteCode(thrown) === SQLITE.FULL;
}
