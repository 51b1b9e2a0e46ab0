import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createWatchThread } from '../../src-main/folders/watching/watch-thread.ts';
import { openHotFolder } from '../../src-main/hot-folders/hot-folder.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { hotFolder } from '../../src-shared/hot-folders/hot-folder.ts';
import { drawShape } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { createVirtualClock, virtualSystem } from '../helpers/virtual-clock.ts';
import { openHot } from './bench.ts';

/** A watched folder on a clock of its own; `refuse`: throws when the folder, or a recipe for it, cannot be used. */
async function setUp(refuse: { check?(): void; choose?(): void }, prepare: (at: string) => void = () => undefined) {
  const [{ creation, names }, clock, watch] = [await openHot(), createVirtualClock(), createWatchThread()];
  const at = makeTempFolder();
  prepare(at);
  const hot = openHotFolder(hotFolder.parse({ id: 'other', path: at }), {
    ...creation,
    ...{ watch, system: virtualSystem(clock), home: '/home/other', capPerDay: () => null },
    chooseRecipe: async (...all) => {
      refuse.choose?.();
      return creation.chooseRecipe(...all);
    },
    check: async () => refuse.check?.(),
    onChange: () => undefined,
    onJobsCreated: () => undefined,
  });
  onTestFinished(async () => {
    await hot.close();
    await watch.close();
  });
  const put = (name: string, content: Buffer): void => writeFileSync(path.join(at, name), content);
  return { hot, clock, put, names, at };
}

test('a hot folder that was refused when it was opened is tried again', async () => {
  let isRefused = true;
  const { hot, clock } = await setUp({
    check: () => {
      if (isRefused) throw new AppError('folder_unwritable', '');
    },
  });
  await expect.poll(() => [hot.state(), clock.timers()]).toEqual(['refused', 1]);
  isRefused = false;
  await clock.advance(5_000);
  await expect.poll(() => hot.state()).toBe('watching');
});

test('new files do not delay the next attempt', async () => {
  let isRefused = true;
  let refusals = 0;
  const { hot, clock, put, names } = await setUp({
    choose: () => {
      if (!isRefused) return;
      refusals++;
      throw new AppError('not_found', '');
    },
  });
  put('chair.png', await drawShape(32));
  await expect.poll(() => hot.state()).toBe('refused');
  expect(refusals).toBe(1);
  await clock.advance(4_000);
  put('lamp.png', await drawShape(40));
  await expect.poll(() => hot.waiting).toBe(2);
  isRefused = false;
  await clock.advance(1_000);
  await expect.poll(() => names().sort()).toEqual(['chair.png', 'lamp.png']);
});

test('a hot folder that cannot be coordinated with other instances creates no jobs and says why', async () => {
  const own = (at: string): string => path.join(at, '.dropforge');
  const { hot, clock, put, names, at } = await setUp({}, (folder) => writeFileSync(own(folder), ''));
  put('chair.png', await drawShape(32));
  await expect.poll(() => hot.waiting).toBe(1);
  await clock.advance(1_000);
  await expect.poll(() => hot.state()).toBe('refused');
  await hot.settle();
  const subject = path.join(path.basename(at), '.dropforge');
  expect([hot.error, names()]).toMatchObject([{ code: 'folder_unwritable', subject }, []]);
  rmSync(own(at));
  await clock.advance(1_000);
  await expect.poll(names).toEqual(['chair.png']);
  expect([hot.state(), hot.error]).toEqual(['watching', null]);
});
