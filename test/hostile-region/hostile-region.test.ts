import path from 'node:path';
import { expect, test } from 'vitest';
import { regionMarkdown } from './region-markdown.ts';
import { REGION_TABLE } from './region-table.ts';
import { createWorld, hasKey, runHostileJob, strayedOf, type HostileRow, type Outcome } from './run-hostile-job.ts';

/** Most rows wait most of the time. */
const AT_ONCE = 8;

test('each behaviour of a hostile region has the outcome of the table, and no other host gets a key', async () => {
  const world = await createWorld();
  const rows = Object.values(REGION_TABLE).flat();
  const outcomes = new Map<HostileRow, Outcome>();
  const waiting = [...rows.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, row] = next;
      outcomes.set(row, await runHostileJob(row, index, world));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const [index, row] of rows.entries()) {
    expect.soft(outcomes.get(row), `The region ${row.region}`).toEqual(row.expected);
    expect.soft(strayedOf(index, world).length, `The region ${row.region}`).toBe(row.elsewhere ?? 0);
  }
  expect(world.strayed.filter(hasKey)).toEqual([]);
});

test('docs/hostile-service.md has the table; `vitest run test/hostile-region -u` writes it', async () => {
  const page = path.resolve(import.meta.dirname, '../../docs/hostile-service.md');
  await expect(await regionMarkdown(page)).toMatchFileSnapshot(page);
});
