import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../src-main/base/system.ts';
import { CANCELLED_BEFORE_END } from '../../src-main/pipeline/steps/export-finished.ts';
import type { Recipe } from '../../src-shared/recipes/recipe.ts';
import { draftRecipes } from '../../src-shared/recipes/built-in/draft.ts';
import { listExported, readExported } from '../helpers/exported-assets.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { openQueue } from './bench.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

const STRICT = { mode: 'strict', settleMs: 0 } as const;

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

const notesOf = (out: string): readonly string[][] => readExported(out).assets.map(({ manifest }) => manifest.notes);

test('what was finished before a step failed is exported once, and says so', async () => {
  const bench = await openQueue(service, STRICT);
  const draft = draftRecipes(['glb']).picture as Recipe;
  // The shape is no figure, so it gets no skeleton.
  const steps: Recipe['steps'] = [...draft.steps, { operation: 'rig_model', params: {}, from: 0, exports: 'fbx' }];
  const recipe = { picture: { ...draft, id: 'mine', steps } };
  const [record] = bench.queue.add([{ path: bench.picture, kind: 'picture', bytes: 1 }], { ...bench.options, recipe });
  const ids = [record?.id ?? ''];
  bench.queue.start();
  await bench.queue.whenSettled(ids);
  expect(bench.only()).toMatchObject({ status: 'failed', error: { code: 'task_failed' } });
  expect(bench.only().notes).toContainEqual(CANCELLED_BEFORE_END);
  expect([listExported(bench.out), notesOf(bench.out).flat()]).toEqual([
    ['shape/shape.glb'],
    expect.arrayContaining([toEnglish(CANCELLED_BEFORE_END)]),
  ]);

  bench.queue.retry(ids);
  await bench.queue.whenSettled(ids);
  expect([bench.only().status, listExported(bench.out)]).toEqual(['failed', ['shape/shape.glb']]);
});

test('what was finished of a paused job is exported when it is cancelled, though the queue is paused', async () => {
  const bench = await openQueue(service, STRICT);
  const options = { ...bench.options, formats: ['glb', 'stl'] } as const;
  const [record] = bench.queue.add([{ path: bench.picture, kind: 'picture', bytes: 1 }], options);
  const ids = [record?.id ?? ''];
  bench.queue.start();
  await bench.until(({ steps }) => steps[0]?.taskId !== null);
  bench.queue.pause(ids);
  await bench.queue.whenSettled(ids);
  expect([bench.only().status, readdirSync(bench.out)]).toEqual(['paused', []]);

  bench.queue.pause();
  bench.queue.cancel(ids);
  await bench.queue.whenSettled(ids);
  expect([bench.only().status, listExported(bench.out), bench.proxy.posts()]).toEqual([
    'cancelled',
    ['shape/shape.glb'],
    1,
  ]);

  // Taken up again it makes the rest, in the same folder.
  bench.queue.resume();
  bench.queue.retry(ids);
  await bench.queue.whenSettled(ids);
  expect([bench.only().status, bench.proxy.posts()]).toEqual(['done', 2]);
  expect(listExported(bench.out)).toEqual(['shape/shape.glb', 'shape/shape.stl']);
  expect(notesOf(bench.out).map((notes) => notes.includes(toEnglish(CANCELLED_BEFORE_END)))).toEqual([true, false]);
});

test.each([
  ['continues', false, 'done', 2],
  ['pauses, as it was about to,', true, 'paused', 1],
] as const)('a job whose cancellation is undone during that export %s', async (_, isPausing, status, posts) => {
  const root = makeTempFolder();
  const gate = Promise.withResolvers<void>();
  const copyFile = async (from: string, to: string): Promise<void> => {
    if (to.startsWith(path.join(root, 'out'))) await gate.promise;
    await SYSTEM.disk.copyFile(from, to);
  };
  const bench = await openQueue(service, STRICT, root, { ...SYSTEM, disk: { ...SYSTEM.disk, copyFile } });
  const options = { ...bench.options, formats: ['glb', 'stl'] } as const;
  const [record] = bench.queue.add([{ path: bench.picture, kind: 'picture', bytes: 1 }], options);
  const ids = [record?.id ?? ''];
  bench.queue.start();
  await bench.until(({ steps }) => steps[0]?.taskId !== null);
  if (isPausing) bench.queue.pause(ids);
  expect(bench.queue.cancel(ids)).toEqual({ cancelled: ids, sent: 1 });
  await bench.until(({ status: now }) => now === 'exporting');
  expect(bench.queue.uncancel(ids)).toEqual(ids);
  gate.resolve();
  await bench.queue.whenSettled(ids);
  expect([bench.only().status, bench.only().error, bench.proxy.posts()]).toEqual([status, null, posts]);
  expect(bench.only().finishedAt === null).toBe(isPausing);
});
