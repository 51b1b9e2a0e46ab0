/** SQLite's primary result codes that callers distinguish (sqlite.org/rescode.html). */
export const SQLITE = {
  ERROR: 1,
  PERM: 3,
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  CONSTRAINT: 19,
  MISMATCH: 20,
  NOTADB: 26,
} as const;

/** The primary result code of a SQLite error, without its extended bits; null for any other error. */
export function sqliteCode(thrown: unknown): number | null {
  const { errcode } = (thrown ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : null;
}

/** True if writing to a database failed because the disk is full, missing, failing or read-only; it may recover. */
export function isUnwritable(thrown: unknown): boolean {
  const code = sqliteCode(thrown);
  return code === SQLITE.READONLY || code === SQLITE.IOERR || code === SQLITE.FULL || code === SQLITE.CANTOPEN;
}

/** True if an error or its cause means that a file is damaged or not a database. */
export function isDamaged(thrown: unknown): boolean {
  const code = sqliteCode(thrown);
  // SQL that reads the JSON of a damaged row, such as a migration, reports an ordinary error.
  if (code === SQLITE.ERROR) return String((thrown as Error).message).includes('malformed JSON');
  if (code !== null) return code === SQLITE.CORRUPT || code === SQLITE.NOTADB;
  const cause = (thrown as { cause?: unknown } | null)?.cause;
  return cause !== undefined && cause !== null && isDamaged(cause);
}
