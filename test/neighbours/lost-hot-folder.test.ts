import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openHot } from '../hot-folders/bench.ts';
import { failOpen } from '../hot-folders/failing-open.ts';
import { drawShape } from '../helpers/images/sample-images.ts';

/** What is at the path of a hot folder while its drive is away. */
const ABSENCES: readonly [string, (folder: string) => void][] = [
  ['is missing', () => undefined],
  ['is an empty mount point', (folder) => mkdirSync(folder)],
];

test.each(ABSENCES)('a file is one job, also when its folder %s while the job ends', async (_, leave) => {
  const first = await openHot();
  const away = `${first.folder}.away`;
  first.put('chair.png', await drawShape(32));
  await expect.poll(first.names).toEqual(['chair.png']);
  renameSync(first.folder, away);
  leave(first.folder);
  first.cancel('chair.png');
  await first.hot.settle();
  await first.close();
  rmSync(first.folder, { recursive: true, force: true });
  renameSync(away, first.folder);

  const again = await openHot({ root: first.root });
  await again.hot.settle();
  expect(again.names()).toEqual(['chair.png']);
  expect(again.files()).toEqual(['failed/chair.png', 'failed/chair.png.txt']);
});

test('a source whose job ended while its folder was missing is archived when the folder returns', async () => {
  const { folder, put, names, hot, files, cancel } = await openHot();
  put('chair.png', await drawShape(32));
  await expect.poll(names).toEqual(['chair.png']);
  renameSync(folder, `${folder}.away`);
  await expect.poll(() => hot.list()[0]?.state).toBe('gone');
  cancel('chair.png');
  await hot.settle();
  renameSync(`${folder}.away`, folder);
  await expect.poll(files).toEqual(['failed/chair.png', 'failed/chair.png.txt']);
  expect(names()).toEqual(['chair.png']);
});

test('a source that the user removed while its job ran is forgotten: the same file is a new job later', async () => {
  const { folder, put, names, cancel, events } = await openHot();
  const image = await drawShape(32);
  put('chair.png', image);
  await expect.poll(names).toEqual(['chair.png']);
  rmSync(path.join(folder, 'chair.png'));
  cancel('chair.png');
  await expect.poll(() => events.some(({ kind }) => kind === 'archived')).toBe(true);
  put('chair.png', image);
  await expect.poll(names).toEqual(['chair.png', 'chair.png']);
});

test('a file whose drive drops out while it is read becomes a job when the drive returns', async () => {
  const { folder, put, names, hot, files } = await openHot();
  failOpen('chair.prompt', 1, () => renameSync(folder, `${folder}.away`));
  put('chair.prompt', 'a red chair');
  await expect.poll(() => hot.list()[0]?.state).toBe('gone');
  renameSync(`${folder}.away`, folder);
  await expect.poll(names).toEqual(['chair.prompt']);
  await hot.settle();
  expect([names(), files(), hot.list()[0]?.waiting]).toEqual([['chair.prompt'], ['chair.prompt'], 0]);
});
