import { rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';
import { readSmallFileSync } from '../../base/files/small-file.ts';
import { QUEUE_FILE } from './queue-database.ts';

/** A smaller database is checked at every start, which takes less than a tenth of a second. */
const LARGE_BYTES = 64 * 1024 ** 2;
/** A larger one that does not change is checked again after this time. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const MAX_MARK_BYTES = 1_024;
const MARK_FILE = `${QUEUE_FILE}.checked`;

const mark = z.object({
  /** Size and time of change of the database when it was closed. */
  version: z.string(),
  /** When all its pages were last checked, epoch ms. */
  checkedAt: z.number(),
});

/**
 * Takes away the mark of a large database and returns when it was checked; null: it has to be checked now, because it was
 * not closed properly, was changed since, is small, or was checked long ago. Call with the database open: without
 * the mark, a process that ends unexpectedly leaves a database that is checked.
 */
export function takeIntegrityMark(home: string, now: number): number | null {
  const file = path.join(home, MARK_FILE);
  try {
    const { version, checkedAt } = mark.parse(parseBoundedJson(readSmallFileSync(file, MAX_MARK_BYTES).text ?? ''));
    rmSync(file);
    const age = now - checkedAt;
    return version === versionOf(home) && age >= 0 && age < MAX_AGE_MS ? checkedAt : null;
  } catch {
    return null;
  }
}

/** Marks a large database that was closed properly; `checkedAt`: when it was checked. */
export function leaveIntegrityMark(home: string, checkedAt: number, largeBytes = LARGE_BYTES): void {
  try {
    if (statSync(path.join(home, QUEUE_FILE)).size < largeBytes) return;
    writeFileSync(path.join(home, MARK_FILE), JSON.stringify({ version: versionOf(home), checkedAt }), { mode: 0o600 });
  } catch {
    // Without the mark it is checked at the next start.
  }
}

function versionOf(home: string): string {
  const { size, mtimeNs } = statSync(path.join(home, QUEUE_FILE), { bigint: true });
  return `${size}:${mtimeNs}`;
}
