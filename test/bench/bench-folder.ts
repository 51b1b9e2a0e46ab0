import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** An empty folder of a bench; `remove` deletes it with all in it. */
export function createBenchFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  return {
    at: (...names: string[]): string => path.join(folder, ...names),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}
