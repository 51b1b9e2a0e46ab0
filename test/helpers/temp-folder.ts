import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A real folder for one test, removed when it ends. */
export function makeTempFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}
