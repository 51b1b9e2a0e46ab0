import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { BUILD_PARTS } from '../src-main/cli/lib/build-parts.ts';
import { ensureBuild } from '../src-main/cli/lib/ensure-build.ts';
import { removeTempInMemory } from './temp-in-memory.ts';

/** Builds and compiles what is stale once, before test files that need it run beside each other. */
export async function setup(): Promise<void> {
  const compile = promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'compile-cache-process.ts')]);
  await Promise.all([ensureBuild(...BUILD_PARTS), compile]);
}

export const teardown = removeTempInMemory;
