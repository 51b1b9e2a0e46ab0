import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { findPostgres } from './test/helpers/service/postgres-server.ts';
import { keepTempInMemory } from './test/temp-in-memory.ts';

// Tests start a few hundred processes; with compiled code at hand each takes about half the time to be there.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/compiled');
keepTempInMemory();

/** Test files that change something of their whole process; each gets a process of its own. */
const ISOLATED = [
  'test/simulation/**/*.test.ts',
  'test/spending/**/*.test.ts',
  'test/disk-faults/**/*.test.ts',
  'test/start/download-electron.test.ts',
  'test/settings/canary.test.ts',
];

/** Tests of the interface; they run against the local service, and unchanged against a studio. */
const INTERFACE = [
  ...['http', 'bad-input', 'limits', 'sources', 'webhook-service', 'console'],
  ...['http/routes/create-requests', 'http/routes/task-queries', 'http/routes/multipart-route'],
  // Operations on uploads and on results of other tasks, with one output and with several.
  ...['text-operations', 'multiview', 'stylize'],
];

const STUDIO: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'studio',
    include: INTERFACE.map((name) => `test/local-service/${name}.test.ts`),
    isolate: false,
    env: { DROPFORGE_TEST_SERVICE: 'studio' },
    globalSetup: ['test/set-up.ts', 'test/studio/studio-servers.ts'],
  },
};

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // Compiles the page's state: modules with runes.
        plugins: [svelte({ configFile: false })],
        test: {
          name: 'modules',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', ...ISOLATED],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
      ...(findPostgres() === null ? [] : [STUDIO]),
    ],
    restoreMocks: true,
    unstubEnvs: true,
    globalSetup: 'test/set-up.ts',
    pool: 'forks',
    maxWorkers: 3,
    // Only what hangs may meet these: the longest test takes a minute and a half on two cores that are full.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
