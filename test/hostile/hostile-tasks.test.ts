import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { toWireText } from '../../src-shared/api/messages/service-message.ts';
import { ENGINE_LIMITS } from '../../src-main/local-service/workers/engine-limits.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openTaskBench, PRICE, type TaskBench } from '../helpers/service/task-bench.ts';
import { HOSTILE_FILES, HOSTILE_REFUSALS } from './hostile-files.ts';

const ENTRY = new URL('../../src-main/local-service/workers/engine-worker.ts', import.meta.url);

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

/** The service’s own engine. */
async function openBench(limits: Partial<typeof ENGINE_LIMITS> = {}): Promise<TaskBench> {
  const bench = await openTaskBench(folder, { entry: ENTRY, limits: { ...ENGINE_LIMITS, maxMs: 60_000, ...limits } });
  onTestFinished(() => bench.close());
  const good = path.join(folder, 'good.glb');
  writeFileSync(good, await makeTexturedSphere(500, 64));
  await bench.upload('good', good);
  return bench;
}

/** Runs the upload `bad`; returns its failure after the task behind it has succeeded. */
async function failOf(bench: TaskBench): Promise<unknown> {
  const bad = bench.start('bad');
  const behind = bench.start('good');
  await bench.until(bad, 'failed');
  await bench.until(behind, 'success');
  expect([bench.spent(), bench.ledger.balance().frozen]).toEqual([PRICE, 0]);
  const failure = bench.tasks.find(bad)?.failure;
  expect(toWireText(failure?.message ?? '')).toMatch(/^[A-Z].{10,200}\.$/);
  return failure;
}

test.each(Object.entries(HOSTILE_FILES))(
  'a task with %s is refused in a sentence and refunded, and the task behind it succeeds',
  async (name, write) => {
    const bench = await openBench();
    await write(path.join(folder, name), 'small');
    await bench.upload('bad', path.join(folder, name));
    const { serviceCode, message } = HOSTILE_REFUSALS[name]!;
    expect(await failOf(bench)).toMatchObject({ code: serviceCode, message });
  },
);

test('so does a task with a file that needs too much memory', async () => {
  const bench = await openBench({ maxBytes: 230 * 1024 ** 2, maxMs: 240_000 });
  const file = path.join(folder, 'large.obj');
  // Its text alone takes more than the limit leaves, for as long as it is read.
  const vertices = Array.from({ length: 700_000 }, (_, index) => `v ${index}.25 ${index % 977}.125 ${index % 1009}.5`);
  writeFileSync(file, `${vertices.join('\n')}\n${'f 1 2 3\n'.repeat(1_900_000)}`);
  await bench.upload('bad', file);
  expect(await failOf(bench)).toMatchObject({ code: 2007, message: { id: 'task-failure.memory-limit' } });
});

test.skipIf(process.platform === 'win32')('so does a task with a file that never ends', async () => {
  const bench = await openBench({ maxMs: 15_000 });
  // Nobody ever writes to it.
  execFileSync('mkfifo', [path.join(folder, 'uploads', 'file_bad')]);
  expect(await failOf(bench)).toMatchObject({ code: 2007, message: { id: 'task-failure.time-limit' } });
});
