import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createReceiptWatcher, type DeliveryChange } from '../../../src-main/dcc/receipts/receipt-watcher.ts';
import { systemClock, type Clock } from '../../../src-main/base/clock.ts';
import type { DeliveryView } from '../../../src-shared/delivery/delivery-view.ts';
import { addResult, exportAsset } from '../../bridges/export-asset.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { answerAsset, beat, claimAsset, writeState } from './delivery-folder.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

const TARGET = 'blender@studio-7';

/** An output folder with one asset of 1 × 2 × 3 m with a texture. */
function makeExport(): { folder: string; asset: string } {
  const folder = makeTempFolder();
  const file = { path: 'chair.glb', data: 'glb', dimensions: [1, 2, 3] as const, textures: 1 };
  return { folder, asset: exportAsset(folder, 'Chair', [file]).id };
}

const list = (folder: string) => createReceiptWatcher(folder).list();
const listOne = async (folder: string): Promise<DeliveryView | undefined> => (await list(folder)).deliveries[0];

describe('a delivery', () => {
  it('waits for a target that is known, is claimed, and is imported', async () => {
    const { folder, asset } = makeExport();
    expect(await list(folder)).toEqual({ deliveries: [], targets: [], problems: [] });
    beat(folder, TARGET);
    const view = { assetId: asset, name: 'Chair', target: TARGET };
    expect(await listOne(folder)).toMatchObject({ ...view, status: 'waiting', seconds: null, at: null });
    claimAsset(folder, asset, TARGET);
    expect(await listOne(folder)).toMatchObject({ ...view, status: 'claimed', warnings: [] });
    answerAsset(folder, asset, TARGET, { warnings: ['Half of it is see-through.'] });
    expect(await list(folder)).toMatchObject({
      deliveries: [
        {
          ...view,
          status: 'imported',
          seconds: 0.25,
          warnings: ['Half of it is see-through.'],
          contradictions: [],
          at: '2026-01-31T12:00:00.000Z',
        },
      ],
    });
  });

  it('that differs from its manifest says how, and what to do', async () => {
    const { folder, asset } = makeExport();
    beat(folder, TARGET);
    answerAsset(folder, asset, TARGET, { dimensions: [100, 300, 200], textures: { linked: 0, missing: ['wood.png'] } });
    const { contradictions = [] } = (await listOne(folder)) ?? {};
    expect(contradictions).toHaveLength(2);
    expect(toEnglish(contradictions[0] ?? '')).toMatch(/100 × 300 × 200 m instead of 1 × 3 × 2 m.*Set the scale.*to 1/);
    expect(toEnglish(contradictions[1] ?? '')).toMatch(/“wood.png”.*Export the asset as GLB/);
    // The factor that a person chose in the program is no contradiction.
    beat(folder, TARGET, { settings: { scale: 100 } });
    expect((await listOne(folder))?.contradictions).toHaveLength(1);
    // Nor are materials that a person left out.
    answerAsset(folder, asset, TARGET, { textures: { linked: 0, missing: [] } });
    expect((await listOne(folder))?.contradictions).not.toEqual([]);
    beat(folder, TARGET, { settings: { materials: false } });
    expect((await listOne(folder))?.contradictions).toEqual([]);
  });

  it('that failed says why, and what to do', async () => {
    const { folder, asset } = makeExport();
    answerAsset(folder, asset, TARGET, { status: 'failed', error: { code: 'damaged', message: '“x” has 3 bytes' } });
    const view = await listOne(folder);
    expect(view?.status).toBe('failed');
    expect(view?.contradictions.map(toEnglish)).toEqual(['“x” has 3 bytes. Copy it again, or export the asset again.']);
  });

  it('whose program went down in the middle waits again, and says so', async () => {
    const { folder, asset } = makeExport();
    beat(folder, TARGET, { state: 'importing' }, 100);
    claimAsset(folder, asset, TARGET, 1, 400);
    claimAsset(folder, asset, TARGET, 2, 100);
    const view = await listOne(folder);
    expect(view?.status).toBe('waiting');
    expect(view?.warnings.map(toEnglish)).toEqual([
      'blender closed during the import. Start it again to retry; 1 attempt left.',
    ]);
  });

  it('is none of an asset that was there before the target', async () => {
    const { folder } = makeExport();
    beat(folder, TARGET);
    const { size, mtimeMs } = statSync(path.join(folder, 'Chair/dropforge.json'));
    const files = { 'Chair/dropforge.json': [size, Math.floor(mtimeMs)] };
    writeState(folder, `seen/${TARGET}.json`, { schema: 1, target: TARGET, files });
    expect((await list(folder)).deliveries).toEqual([]);
  });
});

describe('a later result in the folder of an asset', () => {
  it('waits, is imported, and is compared with its own manifest', async () => {
    const { folder, asset } = makeExport();
    beat(folder, TARGET);
    const watcher = createReceiptWatcher(folder);
    expect((await watcher.list()).deliveries).toHaveLength(1);
    const file = { path: 'chair_bricks.glb', data: 'bricks', dimensions: [1, 2, 3] as const };
    const { id } = addResult(folder, 'Chair', file, { kind: 'bricks' });
    // The app works in the output folder while it adds a result.
    writeFileSync(path.join(folder, '.part'), '');
    expect(new Set((await watcher.list()).deliveries.map(({ assetId }) => assetId))).toEqual(new Set([asset, id]));
    answerAsset(folder, id, TARGET, { file: 'Chair/chair_bricks.glb', dimensions: [7, 7, 7] });
    const found = (await watcher.list()).deliveries.find(({ assetId }) => assetId === id);
    expect(found).toMatchObject({ status: 'imported' });
    expect(found?.contradictions).toHaveLength(1);
  });

  it('does not wait once a newer version or another format of it is there', async () => {
    const { folder, asset } = makeExport();
    beat(folder, TARGET);
    answerAsset(folder, asset, TARGET);
    addResult(folder, 'Chair', { path: 'chair.fbx', data: 'fbx' });
    addResult(folder, 'Chair', { path: 'chair_bricks.glb', data: '1' }, { kind: 'bricks' });
    const { id } = addResult(
      folder,
      'Chair',
      { path: 'chair_bricks (2).glb', data: '2' },
      { kind: 'bricks', version: 2 },
    );
    const { deliveries } = await list(folder);
    expect(deliveries.filter(({ status }) => status === 'waiting').map(({ assetId }) => assetId)).toEqual([id]);
  });
});

describe('a target', () => {
  it('is live by the age of its sign of life on that disk, longer in the middle of an import', async () => {
    const { folder } = makeExport();
    beat(folder, 'a@x', {}, 5);
    beat(folder, 'b@x', {}, 60);
    beat(folder, 'c@x', { state: 'importing' }, 60);
    beat(folder, 'd@x', { state: 'stopped' });
    const { targets } = await list(folder);
    expect(targets.map(({ target, isLive }) => [target, isLive])).toEqual([
      ['a@x', true],
      ['b@x', false],
      ['c@x', true],
      ['d@x', false],
    ]);
    expect(readdirSync(path.join(folder, '.dropforge/targets')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('with an old bridge, and what it passes over, is told', async () => {
    const { folder } = makeExport();
    beat(folder, TARGET, { bridgeVersion: '0.9.9', ignored: [{ path: 'x.3mf', reason: 'blender does not read it.' }] });
    const [target] = (await list(folder)).targets;
    expect(toEnglish(target?.notes[0] ?? '')).toMatch(/version 0\.9\.9; version \d.*targets install/);
    expect(target?.notes[1]).toBe('x.3mf: blender does not read it.');
  });

  it('that is gone for more than a week is not waited for', async () => {
    const { folder } = makeExport();
    beat(folder, TARGET, {}, 8 * 24 * 3600);
    const { deliveries, targets } = await list(folder);
    expect([deliveries, targets.length]).toEqual([[], 1]);
  });
});

describe('files that others write', () => {
  it('are passed over with a sentence when they make no sense, are too long or come from a later version', async () => {
    const { folder, asset } = makeExport();
    answerAsset(folder, asset, 'good@x');
    writeState(folder, `receipts/${asset}--bad@x.json`, '{"schema": 1');
    writeState(folder, `receipts/${asset}--long@x.json`, ' '.repeat((1 << 20) + 1));
    writeState(folder, `receipts/${asset}--later@x.json`, { schema: 2 });
    writeState(folder, 'receipts/../targets/no@x.json', { schema: 1, target: '../../x' });
    const { deliveries, problems } = await list(folder);
    expect(deliveries.map(({ target }) => target)).toEqual(['good@x']);
    expect(problems.filter((text) => toEnglish(text).includes('Could not read'))).toHaveLength(3);
    expect(problems.filter((words) => toEnglish(words).includes('newer version'))).toHaveLength(1);
  });

  it('are not followed out of the folder, and answer only for what their name says', async () => {
    const { folder, asset } = makeExport();
    const other = makeTempFolder();
    answerAsset(other, asset, 'elsewhere@x');
    answerAsset(folder, asset, 'liar@x', { target: 'victim@x' });
    const name = `${asset}--elsewhere@x.json`;
    symlinkSync(path.join(other, '.dropforge/receipts', name), path.join(folder, '.dropforge/receipts', name));
    expect((await list(folder)).deliveries).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('stop nobody when one of them is a pipe', async () => {
    const { folder, asset } = makeExport();
    answerAsset(folder, asset, 'good@x');
    execFileSync('mkfifo', [path.join(folder, '.dropforge/receipts', `${asset}--pipe@x.json`)]);
    expect((await list(folder)).deliveries).toHaveLength(1);
  });
});

describe('whoever listens', () => {
  /** Listens until the test ends; answers what was heard. */
  function listen(folder: string, clock = systemClock): DeliveryChange[] {
    const watch = createReceiptWatcher(folder, clock);
    const heard: DeliveryChange[] = [];
    const stop = watch.subscribe((change) => heard.push(change));
    onTestFinished(() => {
      stop();
      watch.close();
    });
    return heard;
  }
  const statuses = (heard: readonly DeliveryChange[]) =>
    heard.flatMap(({ changed }) => changed.map(({ status }) => status));

  it('hears of each change once, and when an asset is taken away', async () => {
    const { folder, asset } = makeExport();
    beat(folder, TARGET);
    claimAsset(folder, asset, TARGET);
    answerAsset(folder, asset, 'other@x');
    const heard = listen(folder);
    await expect.poll(() => statuses(heard)).toEqual(['claimed', 'imported']);
    answerAsset(folder, asset, TARGET);
    await expect.poll(() => statuses(heard)).toEqual(['claimed', 'imported', 'imported']);
    rmSync(path.join(folder, '.dropforge/receipts', `${asset}--other@x.json`));
    await expect.poll(() => heard.at(-1)?.removed).toEqual([{ assetId: asset, target: 'other@x' }]);
  });

  it('hears at once of what is written to a folder in the place of a removed one', async () => {
    const { folder, asset } = makeExport();
    answerAsset(folder, asset, 'other@x');
    // Never polls by itself.
    const after: Clock['after'] = (ms, run) => (ms < 5_000 ? systemClock.after(ms, run) : () => undefined);
    const heard = listen(folder, { ...systemClock, after });
    await expect.poll(() => statuses(heard)).toEqual(['imported']);
    const receipts = path.join(folder, '.dropforge/receipts');
    rmSync(receipts, { recursive: true });
    mkdirSync(receipts);
    await expect.poll(() => heard.at(-1)?.removed).toEqual([{ assetId: asset, target: 'other@x' }]);
    answerAsset(folder, asset, TARGET);
    await expect.poll(() => statuses(heard)).toEqual(['imported', 'imported']);
  });

  it('hears of a folder that gets its first target only then', async () => {
    const { folder } = makeExport();
    const heard = listen(folder);
    await expect.poll(() => heard).toHaveLength(1);
    expect(heard[0]).toEqual({ changed: [], removed: [], targets: [], problems: [] });
  });

  it('nobody: nothing is looked at and nothing is told any more', async () => {
    const { folder, asset } = makeExport();
    const watch = createReceiptWatcher(folder);
    const heard: DeliveryChange[] = [];
    const stop = watch.subscribe((change) => heard.push(change));
    await expect.poll(() => heard).toHaveLength(1);
    stop();
    beat(folder, TARGET);
    answerAsset(folder, asset, TARGET);
    writeFileSync(path.join(folder, 'x.glb'), 'x');
    // Another watch sees it all, which takes longer than the first would have needed.
    const others = listen(folder);
    await expect.poll(() => statuses(others)).toEqual(['imported']);
    expect(heard).toHaveLength(1);
    expect(existsSync(folder)).toBe(true);
  });
});
