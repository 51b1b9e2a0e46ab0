import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toReadyFile, type ReadyFile } from '../../src-main/folders/watching/ready-file.ts';
import { createWaitingFiles } from '../../src-main/hot-folders/waiting-files.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

function setUp() {
  const folder = makeTempFolder();
  let now = 0;
  const waiting = createWaitingFiles(() => now);
  const put = (name: string, content: string): ReadyFile => {
    const at = path.join(folder, name);
    writeFileSync(at, content);
    return toReadyFile(at, lstatSync(at, { bigint: true })) as ReadyFile;
  };
  const units = async (): Promise<string[]> =>
    (await waiting.findUnits()).map(({ name, files }) => `${name} ${files.length}`);
  return { folder, waiting, put, units, pass: (ms: number) => void (now += ms) };
}

test('a set waits for a view that is being written', async () => {
  const { waiting, put, units, pass } = setUp();
  waiting.note(put('chair_front.png', 'front'));
  waiting.note(put('chair_left.png', 'left'));
  put('chair_back.png', 'half of it');
  expect(await units()).toEqual([]);
  pass(1_000_000);
  expect(await units()).toEqual([]);
  waiting.note(put('chair_back.png', 'back'));
  pass(3_000);
  expect([await units(), waiting.emptyViews]).toEqual([['chair 3'], []]);
});

test('a set gives up a view that stays empty, and names it', async () => {
  const { waiting, put, units, pass } = setUp();
  waiting.note(put('chair_front.png', 'front'));
  waiting.note(put('chair_left.png', 'left'));
  put('chair_back.png', '');
  pass(62_000);
  expect([await units(), waiting.emptyViews]).toEqual([[], []]);
  pass(1_000);
  expect([await units(), waiting.emptyViews]).toEqual([['chair 2'], ['chair_back.png']]);
});

test('a set that changed while its job was created waits for the views that are noted again', async () => {
  const { waiting, put, units, pass } = setUp();
  waiting.note(put('chair_front.png', 'front'));
  const left = put('chair_left.png', 'left');
  waiting.note(left);
  pass(3_000);
  const [unit] = await waiting.findUnits();
  waiting.note(put('chair_front.png', 'another front'));
  waiting.finish(unit!, true);
  pass(3_000);
  expect([waiting.size, await units()]).toEqual([1, []]);
  waiting.note(left);
  pass(3_000);
  expect(await units()).toEqual(['chair 2']);
});

test.skipIf(process.platform === 'win32')('a set does not wait for links and folders', async () => {
  const { folder, waiting, put, units, pass } = setUp();
  const front = put('chair_front.png', 'front');
  waiting.note(front);
  waiting.note(put('chair_left.png', 'left'));
  symlinkSync(front.path, path.join(folder, 'chair_back.png'));
  mkdirSync(path.join(folder, 'chair_right.png'));
  pass(3_000);
  expect(await units()).toEqual(['chair 2']);
});

test('a set without a front is not checked again and again', async () => {
  const { waiting, put, units, pass } = setUp();
  waiting.note(put('chair_left.png', 'left'));
  waiting.note(put('chair_back.png', 'back'));
  pass(3_000);
  expect([await units(), waiting.withoutFront, waiting.nextDueMs()]).toEqual([[], ['chair'], null]);
  waiting.note(put('chair_front.png', 'front'));
  expect(waiting.nextDueMs()).toBe(3_000);
});
