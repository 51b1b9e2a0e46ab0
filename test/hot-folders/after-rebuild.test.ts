import { closeSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { spending } from '../../src-shared/settings/settings.ts';
import { drawShape } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openHot, type HotBench } from './bench.ts';

let chair: Buffer;
let lamp: Buffer;
beforeAll(async () => {
  [chair, lamp] = await Promise.all([drawShape(32), drawShape(40)]);
});

/** A folder whose every order is small enough to begin by itself. */
const open = (root: string, free = false): Promise<HotBench> =>
  openHot({ root, free, spending: () => spending.parse({ confirmAbove: '1000.00', perFolder: { in: '5000.00' } }) });

/** A folder with a job of `chair.png`, closed, whose database can be read no more. */
async function leaveDamaged(free = false): Promise<string> {
  const root = makeTempFolder();
  const bench = await open(root, free);
  bench.put('chair.png', chair);
  await expect.poll(bench.names).toEqual(['chair.png']);
  expect(bench.held()).toEqual([]);
  await bench.close();
  const at = path.join(root, 'home/queue.db');
  const file = openSync(at, 'r+');
  for (let page = 1; page < statSync(at).size / 4096; page++)
    writeSync(file, Buffer.alloc(2048, 0xa5), 0, 2048, page * 4096);
  closeSync(file);
  return root;
}

describe('after a damaged database was made anew', () => {
  test('a source that may be ordered already waits for a yes and says why; what comes later does not', async () => {
    const { queue, put, names, held, hot } = await open(await leaveDamaged());
    expect(queue.rebuilt).not.toBeNull();
    await expect.poll(held).toEqual(['chair.png']);
    expect(queue.records()[0]).toMatchObject({ unconfirmed: 'again', error: { code: 'maybe_ordered' } });
    expect(hot.list()[0]?.question).toMatchObject({ jobs: 1, isAgain: true, isMany: false });
    put('lamp.png', lamp);
    await expect.poll(() => names().length).toBe(2);
    expect(held()).toEqual(['chair.png']);
  });

  test('so it does where its claim is gone, and at a later start', async () => {
    const root = await leaveDamaged();
    const between = await openHot({ root, patch: { enabled: false } });
    await between.close();
    const claims = path.join(root, 'in/.dropforge/taken');
    for (const name of readdirSync(claims)) rmSync(path.join(claims, name));
    const { held, queue } = await open(root);
    expect(queue.rebuilt).toBeNull();
    await expect.poll(held).toEqual(['chair.png']);
  });

  test('nothing that is free waits', async () => {
    const { names, held } = await open(await leaveDamaged(true), true);
    await expect.poll(names).toEqual(['chair.png']);
    expect(held()).toEqual([]);
  });

  test('its yes lets it begin with nothing to be said of it, and leaving it out keeps the reason', async () => {
    const { queue, held } = await open(await leaveDamaged());
    await expect.poll(held).toEqual(['chair.png']);
    const [{ id } = { id: '' }] = queue.records();
    queue.cancel([id]);
    queue.retry([id]);
    expect(queue.find(id)).toMatchObject({ status: 'held', error: { code: 'maybe_ordered' } });
    queue.confirm([id]);
    expect([queue.find(id)?.error, held()]).toEqual([null, []]);
  });
});

test('a source of a folder that was forgotten and is remembered again waits for a yes', async () => {
  const { put, names, held, hot } = await open(makeTempFolder());
  put('chair.png', chair);
  await expect.poll(names).toEqual(['chair.png']);
  await hot.setFolders([{ ...hot.folderOf('in'), id: 'new' }]);
  await expect.poll(held).toEqual(['chair.png']);
});
