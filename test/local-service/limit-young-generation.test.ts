import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = new URL('../../src-main/local-service/limit-young-generation.ts', import.meta.url);

/** Megabytes of new objects' space after work in many turns that each leave something behind; `limit` or not. */
async function spaceAfterWork(limit: boolean): Promise<number> {
  const code = `
    import { setImmediate } from 'node:timers/promises';
    import { getHeapSpaceStatistics } from 'node:v8';
    ${limit ? `(await import(${JSON.stringify(MODULE.href)})).limitYoungGeneration();` : ''}
    let kept = [];
    for (let turn = 0; turn < 400; turn++) {
      for (let i = 0; i < 5_000; i++) kept.push({ i, list: [i] });
      if (kept.length > 100_000) kept = [];
      await setImmediate();
    }
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  return Number(stdout);
}

test('the space for new objects stops at 16 MB, where it would go on growing', async () => {
  expect(await spaceAfterWork(true)).toBeLessThanOrEqual(16);
  expect(await spaceAfterWork(false)).toBeGreaterThan(16);
});
