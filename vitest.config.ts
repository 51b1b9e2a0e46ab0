import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepTempInMemory } from './test/temp-in-memory.ts';

// Tests start a few hundred processes; with compiled code at hand each takes about half the time to be there.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/compiled');
keepTempInMemory();

/** Test files that change something of their whole process; each gets a process of its own. */
const ISOLATED = [
  'test/simulation/**/*.test.ts',
  'test/disk-faults/**/*.test.ts',
  'test/start/download-electron.test.ts',
  'test/settings/canary.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'modules',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', ...ISOLATED],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
    ],
    restoreMocks: true,
    unstubEnvs: true,
    globalSetup: 'test/set-up.ts',
    pool: 'forks',
    maxWorkers: 3,
    // Only what hangs may meet these: the longest test takes a minute and a half on two cores that are full.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
