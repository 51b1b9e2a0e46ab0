import { copyFileSync, renameSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { drawShape } from '../helpers/images/sample-images.ts';
import { openHot, type HotFolderMutation } from './bench.ts';

/** A file is one job, whatever is restarted, touched or renamed. */
export async function checkRestart(mutation: HotFolderMutation = {}): Promise<void> {
  const first = await openHot({ patch: { after: 'stay' }, mutation });
  const file = first.put('chair.png', await drawShape(32));
  first.put('lamp.png', await drawShape(40));
  await expect.poll(() => first.names().length).toBe(2);
  await first.close();
  const again = await openHot({ root: first.root, patch: { after: 'stay' }, mutation });
  await again.hot.settle();
  expect(again.names().sort(), 'jobs after a restart').toEqual(['chair.png', 'lamp.png']);
  utimesSync(file, new Date(), new Date(Date.now() + 5_000));
  renameSync(path.join(first.folder, 'lamp.png'), path.join(first.folder, 'light.png'));
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  await again.hot.settle();
  again.put('new.png', await drawShape(48));
  await expect.poll(() => again.names().length).toBe(3);
  expect(again.names().sort()).toEqual(['chair.png', 'lamp.png', 'new.png']);
}

/** A file that one home claimed is no job of another home that watches the folder later. */
export async function checkTwoHomes(mutation: HotFolderMutation = {}): Promise<void> {
  const one = await openHot({ mutation });
  one.put('chair.png', await drawShape(32));
  await expect.poll(one.names).toEqual(['chair.png']);
  await one.close();
  const other = await openHot({ mutation });
  await other.hot.setFolders([{ ...other.hot.folderOf('in'), path: one.folder }]);
  await other.hot.settle();
  expect(other.names(), 'jobs of the second home').toEqual([]);
}

/** A view that one home claimed alone does not keep the other views of its set from another home. */
export async function checkSharedViews(): Promise<void> {
  const one = await openHot();
  one.put('chair_left.png', await drawShape(32));
  await expect.poll(one.names, { timeout: 20_000 }).toEqual(['chair_left.png']);
  await one.close();
  const other = await openHot();
  await other.hot.setFolders([{ ...other.hot.folderOf('in'), path: one.folder }]);
  await expect.poll(() => other.hot.list()[0]?.state).toBe('watching');
  one.put('chair_front.png', await drawShape(40));
  await other.hot.settle();
  expect(other.names(), 'jobs of the second home').toEqual(['chair_front.png']);
  await other.close();
  const again = await openHot({ root: one.root });
  await again.hot.settle();
  expect(again.names(), 'jobs of the first home').toEqual(['chair_left.png']);
}
