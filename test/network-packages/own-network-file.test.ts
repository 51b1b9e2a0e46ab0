import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { NetworkUse } from '../../src-shared/api/generators/network-config.ts';
import { modelFileOf, withNetwork } from '../../src-main/network-packages/installed-networks.ts';
import { findOwnNetworkFile, setOwnNetworkFile } from '../../src-main/network-packages/own-network-file.ts';
import { createAppSettings } from '../../src-main/settings/app-settings.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { packNetwork } from './network-package.ts';

function prepare() {
  const folder = makeTempFolder();
  const settings = createAppSettings({ get: () => undefined, set: () => undefined });
  const write = (name: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, 'a network');
    return file;
  };
  const findOwn = (use: NetworkUse) => findOwnNetworkFile(settings.get().generation, use, folder, []);
  return { folder, settings, write, findOwn };
}

test('a file is used with defaults; for the same file, settings that are not given are kept', async () => {
  const { settings, write, findOwn } = prepare();
  const model = write('depth.onnx');
  await setOwnNetworkFile(settings, 'depth', { model });
  const defaults = { model, mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225], device: 'cpu' };
  expect(findOwn('depth')).toEqual({ ...defaults, timeLimitSeconds: 120, memoryMb: 4_096 });

  const mean = [0.5, 0.5, 0.5];
  await setOwnNetworkFile(settings, 'depth', { model, size: 518, mean });
  await setOwnNetworkFile(settings, 'depth', { model, size: undefined, device: 'gpu' });
  expect(findOwn('depth')).toMatchObject({ ...defaults, mean, size: 518, device: 'gpu' });

  const other = write('other.onnx');
  await setOwnNetworkFile(settings, 'depth', { model: other });
  expect(findOwn('depth')).toMatchObject({ ...defaults, model: other });
  expect(findOwn('depth')?.size).toBeUndefined();
});

test('masks and depth do not change each other, and none is the built-in engine', async () => {
  const { settings, write, findOwn } = prepare();
  await setOwnNetworkFile(settings, 'masks', { model: write('masks.onnx') });
  await setOwnNetworkFile(settings, 'depth', { model: write('depth.onnx') });
  await setOwnNetworkFile(settings, 'masks', null);
  expect([findOwn('masks'), findOwn('depth')?.model]).toEqual([null, expect.stringContaining('depth.onnx')]);
});

test('a missing file and a folder are refused by name, and nothing is changed', async () => {
  const { folder, settings, write, findOwn } = prepare();
  const model = write('own.onnx');
  await setOwnNetworkFile(settings, 'masks', { model });
  mkdirSync(path.join(folder, 'networks.onnx'));
  for (const [name, code] of [
    ['gone.onnx', 'file_missing'],
    ['networks.onnx', 'file_unreadable'],
  ]) {
    const refused = setOwnNetworkFile(settings, 'masks', { model: path.join(folder, name!) });
    await expect(refused).rejects.toMatchObject({ code, subject: name });
  }
  expect(findOwn('masks')?.model).toBe(model);
});

test('an installed network is not an own file', async () => {
  const { folder, settings } = prepare();
  const { network } = await packNetwork();
  const generation = withNetwork(settings.get().generation, folder, network);
  expect(findOwnNetworkFile(generation, 'masks', folder, [network])).toBeNull();
  expect(findOwnNetworkFile(generation, 'masks', folder, [])?.model).toBe(modelFileOf(folder, network));
});
