import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Generator } from '../../../src-main/local-service/generators/generator.ts';
import { generate } from '../../../src-main/local-service/generators/run-in-generator.ts';
import { openTaskFolder } from '../../../src-main/local-service/generators/task-folder.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

function unused(): never {
  throw new Error('It is not used.');
}

/** The seed of a run of a task. */
async function runOnce(taskId: string, values: object = {}): Promise<number> {
  const folder = makeTempFolder();
  const seeds: number[] = [];
  const generator: Generator = {
    ...{ name: 'Any', kind: 'command', host: null, isShared: false, cleanup: false },
    capabilities: {
      ...{ operations: ['image_to_model'], appearances: [], fields: new Set() },
      ...{ concurrency: 1, timeLimitMs: 600_000 },
    },
    checkHealth: unused,
    generate: async ({ seed }) => {
      seeds.push(seed);
      return { about: 'any', notes: [], parameters: {} };
    },
    close: unused,
  };
  await generate(
    {
      item: { taskId, operation: 'image_to_model', values: { ...values }, sourcePaths: [], folder },
      ...{ operation: 'image_to_model', generator, folder: await openTaskFolder(folder, taskId), notes: [] },
      events: { onStart: () => undefined, onProgress: () => undefined },
      control: new AbortController(),
      engine: { size: 0, run: unused, cancel: unused, close: unused },
    },
    { images: {} },
  );
  return seeds[0]!;
}

test('a task without a seed has the same one in each run, another one than other tasks', async () => {
  const ids = Array.from({ length: 20 }, () => randomUUID());
  const seeds = await Promise.all(ids.map((id) => runOnce(id)));
  expect(await Promise.all(ids.map((id) => runOnce(id)))).toEqual(seeds);
  expect(new Set(seeds).size).toBe(ids.length);
  for (const seed of seeds) expect(seed).toBeLessThan(2 ** 31);
  expect(await runOnce(ids[0]!, { model_seed: 7 })).toBe(7);
});
