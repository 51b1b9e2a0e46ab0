import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { FileReader } from '../../src-main/readers/file-reader.ts';
import { openFileReader } from '../../src-main/readers/open-file-reader.ts';

/** The app's own reader for all tests of a file; its processes end with them. */
export function openTestReader(): Pick<FileReader, 'read'> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'dropforge-reader-'));
  let reader: FileReader;
  beforeAll(() => {
    reader = openFileReader(home);
  });
  afterAll(async () => {
    await reader.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { read: (name, request) => reader.read(name, request) };
}
