import { appendFileSync, existsSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { leaveIntegrityMark, takeIntegrityMark } from '../../../src-main/queue/store/integrity-mark.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = 100 * DAY_MS;

/** A home whose database was checked a day ago and closed. */
function makeHome(largeBytes = 100) {
  const home = makeTempFolder();
  const file = path.join(home, 'queue.db');
  writeFileSync(file, 'x'.repeat(100));
  leaveIntegrityMark(home, NOW - DAY_MS, largeBytes);
  return { home, file };
}

test('a large database that is as it was when it was closed is not checked again for a week', () => {
  const { home } = makeHome();
  expect(takeIntegrityMark(home, NOW)).toBe(NOW - DAY_MS);
  leaveIntegrityMark(home, NOW - DAY_MS, 100);
  expect(takeIntegrityMark(home, NOW + 6 * DAY_MS)).toBeNull();
  leaveIntegrityMark(home, NOW - DAY_MS, 100);
  // The clock was set back.
  expect(takeIntegrityMark(home, NOW - 2 * DAY_MS)).toBeNull();
});

test('a database that was changed, that is small, or that a process left open is checked', () => {
  const longer = makeHome();
  appendFileSync(longer.file, 'x');
  const written = makeHome();
  utimesSync(written.file, 1, 1);
  const small = makeHome(101);
  const open = makeHome();
  expect(takeIntegrityMark(open.home, NOW)).not.toBeNull();
  for (const { home } of [longer, written, small, open]) expect(takeIntegrityMark(home, NOW)).toBeNull();
});

test('a mark that cannot be read is none', () => {
  const { home } = makeHome();
  const mark = path.join(home, 'queue.db.checked');
  expect(existsSync(mark)).toBe(true);
  writeFileSync(mark, '{"version":5}');
  expect(takeIntegrityMark(home, NOW)).toBeNull();
});
