/** SQLITE_FULL. */
const SQLITE_FULL = 13;

/** Whether something failed because the disk, or the account's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === SQLITE_FULL;
}
