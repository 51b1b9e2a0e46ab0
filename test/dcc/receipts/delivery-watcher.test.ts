import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { systemClock, type Clock } from '../../../src-main/base/clock.ts';
import { createDeliveryWatcher } from '../../../src-main/dcc/receipts/delivery-watcher.ts';
import type { DeliveryChange } from '../../../src-main/dcc/receipts/receipt-watcher.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { answerAsset, beat, claimAsset } from './delivery-folder.ts';

const ONE = '11111111-1111-4111-8111-111111111111';
const TWO = '22222222-2222-4222-8222-222222222222';
const BLENDER = 'blender@studio-7';
/** A busy computer is no slow network share. */
const PATIENT_MS = 60_000;

/** Output folders side by side. */
function makeFolders(): [string, string] {
  const root = makeTempFolder();
  const folders: [string, string] = [path.join(root, 'Export'), path.join(root, 'Props')];
  for (const folder of folders) {
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'readme'), '');
  }
  return folders;
}

it('deliveries of several folders come together, and a dropped folder takes its own with it', async () => {
  const [main, props] = makeFolders();
  beat(main, BLENDER);
  answerAsset(main, ONE, BLENDER);
  beat(props, 'unreal@studio-7', { program: 'unreal' });
  answerAsset(props, TWO, 'unreal@studio-7');
  const watch = createDeliveryWatcher([main, props, path.join(props, '..', 'Export')], systemClock, PATIENT_MS);
  const { deliveries, targets } = await watch.list();
  expect(deliveries.map(({ assetId }) => assetId).sort()).toEqual([ONE, TWO]);
  expect(targets.map(({ target }) => target).sort()).toEqual([BLENDER, 'unreal@studio-7']);

  const heard: DeliveryChange[] = [];
  const stop = watch.subscribe((change) => void heard.push(change));
  await expect.poll(() => heard.flatMap(({ changed }) => changed).length).toBe(2);
  watch.setFolders([main]);
  expect(heard.at(-1)).toMatchObject({ removed: [{ assetId: TWO }], targets: [{ target: BLENDER }] });
  watch.setFolders([main, props]);
  await expect.poll(() => heard.at(-1)?.changed.map(({ assetId }) => assetId)).toEqual([TWO]);
  stop();
  watch.close();
});

it('of one delivery that two folders speak of, the one that is furthest counts', async () => {
  const [main, props] = makeFolders();
  beat(main, BLENDER, { state: 'stopped' });
  claimAsset(main, ONE, BLENDER);
  beat(props, BLENDER);
  answerAsset(props, ONE, BLENDER);
  const watch = createDeliveryWatcher([main, props], systemClock, PATIENT_MS);
  const { deliveries, targets } = await watch.list();
  expect(deliveries).toMatchObject([{ assetId: ONE, status: 'imported' }]);
  expect(targets).toMatchObject([{ target: BLENDER, isLive: true }]);
  watch.close();
});

it('a folder that is slow to read is left out of a list, or waited for', async () => {
  const [main] = makeFolders();
  beat(main, BLENDER);
  // Shorter waits are over before anything is read.
  const clock: Clock = {
    ...systemClock,
    after(ms, then) {
      if (ms < PATIENT_MS) then();
      return () => undefined;
    },
  };
  const list = async (timeoutMs?: number) => {
    const watch = createDeliveryWatcher([main], clock, timeoutMs);
    const { targets } = await watch.list();
    watch.close();
    return targets.map(({ target }) => target);
  };
  expect([await list(), await list(PATIENT_MS)]).toEqual([[], [BLENDER]]);
});
