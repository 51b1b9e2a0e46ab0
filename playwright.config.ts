import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// The window's own process and its local service start from compiled code, as the unit tests' do.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/compiled');

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  outputDir: 'test-results',
});
