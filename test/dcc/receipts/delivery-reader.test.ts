import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDeliveryReader } from '../../../src-main/dcc/receipts/delivery-reader.ts';
import { createDirectoryCache } from '../../../src-main/dcc/receipts/directory-cache.ts';
import { systemClock, type Clock } from '../../../src-main/base/clock.ts';
import { exportAsset } from '../../bridges/export-asset.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { answerAsset } from './delivery-folder.ts';

/** A clock that is moved by hand. */
function makeClock(): { readonly clock: Clock; move(toMs: number): void } {
  let now = 0;
  return { clock: { ...systemClock, elapsed: () => now }, move: (toMs) => void (now = toMs) };
}

describe('a folder that is looked at again and again', () => {
  it('is read again while a name may have come in the same tick of the disk, and no more after that', async () => {
    const folder = makeTempFolder();
    const { clock, move } = makeClock();
    const list = createDirectoryCache(clock);
    const { atime, mtime } = statSync(folder);
    const add = (name: string): void => {
      writeFileSync(path.join(folder, name), '');
      utimesSync(folder, atime, mtime);
    };
    const names = async (): Promise<string[]> => (await list.list(folder)).entries.map(({ name }) => name);
    add('a');
    expect(await names()).toEqual(['a']);
    add('b');
    move(2_000);
    expect(await names()).toEqual(['a', 'b']);
    move(3_000);
    await names();
    add('c');
    expect(await names()).toEqual(['a', 'b']);
    writeFileSync(path.join(folder, 'd'), '');
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
    rmSync(folder, { recursive: true });
    expect(await list.list(folder)).toEqual({ entries: [], isUnchanged: false });
    expect(await list.list(folder)).toEqual({ entries: [], isUnchanged: true });
  });
});

describe('an output folder that is looked at again and again', () => {
  it('shows assets that came, that went, and that lie in folders of their own', async () => {
    const folder = makeTempFolder();
    const { clock, move } = makeClock();
    const reader = createDeliveryReader(folder, clock);
    const names = async (): Promise<string[]> =>
      [...(await reader.read()).assets.values()].map(({ value }) => value.name).sort();
    const put = (name: string) => exportAsset(folder, name, [{ path: 'x.glb', data: name }]);
    put('A');
    expect(await names()).toEqual(['A']);
    move(10_000);
    await names();
    put('B');
    mkdirSync(path.join(folder, 'group'));
    renameSync(path.join(folder, 'A'), path.join(folder, 'group/A'));
    expect(await names()).toEqual(['A', 'B']);
    move(20_000);
    await names();
    rmSync(path.join(folder, 'group'), { recursive: true });
    expect(await names()).toEqual(['B']);
  });

  it('shows within a minute that a manifest was written over where it lies', async () => {
    const folder = makeTempFolder();
    const { clock, move } = makeClock();
    const reader = createDeliveryReader(folder, clock);
    const asset = exportAsset(folder, 'A', [{ path: 'x.glb', data: 'x' }]);
    await reader.read();
    writeFileSync(path.join(folder, 'A/dropforge.json'), JSON.stringify({ ...asset, name: 'Renamed by hand' }));
    move(61_000);
    expect((await reader.read()).assets.get(asset.id)?.value.name).toBe('Renamed by hand');
  });

  it('goes on to show receipts when nothing came or went', async () => {
    const folder = makeTempFolder();
    const { clock, move } = makeClock();
    const reader = createDeliveryReader(folder, clock);
    const { id } = exportAsset(folder, 'A', [{ path: 'x.glb', data: 'x' }]);
    answerAsset(folder, id, 'blender@x');
    for (const now of [0, 10_000, 20_000, 30_000]) {
      move(now);
      expect((await reader.read()).receipts.map(({ asset }) => asset)).toEqual([id]);
    }
    answerAsset(folder, id, 'maya@x');
    expect((await reader.read()).receipts).toHaveLength(2);
  });
});

it('keeps only as many large manifests as its memory has room for, and reads the others when there is room', async () => {
  const folder = makeTempFolder();
  const { clock, move } = makeClock();
  exportAsset(folder, 'a0', [{ path: 'a.glb', data: 'x' }]);
  const first = path.join(folder, 'a0/dropforge.json');
  const manifest = JSON.parse(readFileSync(first, 'utf8')) as object;
  writeFileSync(first, JSON.stringify({ ...manifest, notes: ['x'.repeat(1_000_000)] }));
  for (let at = 1; at < 80; at++) {
    mkdirSync(path.join(folder, `a${at}`));
    linkSync(first, path.join(folder, `a${at}/dropforge.json`));
  }
  const reader = createDeliveryReader(folder, clock);
  const unread = async (): Promise<number> => {
    const { problems } = await reader.read();
    expect(problems.filter((each) => typeof each === 'string' || each.id !== 'delivery.too-much-data')).toEqual([]);
    return problems.length;
  };
  const left = await unread();
  expect(left).toBeGreaterThan(10);
  expect(left).toBeLessThan(20);
  for (let at = 0; at < 20; at++) rmSync(path.join(folder, `a${at}`), { recursive: true });
  // The first scan after the removal makes room, the next one uses it.
  move(70_000);
  await unread();
  move(140_000);
  expect(await unread()).toBe(0);
});
