import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Desktop } from '../../../src-main/app-deps.ts';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { dispatch } from '../../../src-main/ipc/dispatch.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { describeError } from '../../../src-shared/messages/describe-error.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import type { NetworksView } from '../../../src-shared/ipc/calls/network-calls.ts';
import { createDesktop } from '../../helpers/desktop.ts';
import { busyBackground, drawRedBar } from '../../helpers/images/red-bar.ts';
import { depthOfBrightness, segmentRed } from '../../helpers/models/sample-networks.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { packNetwork, type NetworkPackage } from '../../network-packages/network-package.ts';
import { startRegistry, type Answer } from '../../network-packages/registry.ts';

const NO_FILES = { masks: null, depth: null };
const ACCEPTED = { id: 'red', acceptsLicense: true } as const;

async function openApp(packed: readonly NetworkPackage[], features: Partial<Desktop> = {}) {
  const folder = makeTempFolder();
  const offeredNetworks = packed.map(({ network }) => network);
  const app = await openHeadlessApp(resolveHome(folder, {}), { desktop: createDesktop(features), offeredNetworks });
  onTestFinished(() => app.close());
  const { handlers } = app;
  app.start();
  const views: NetworksView[] = [];
  app.onPush((channel, view) => void (channel === 'networks:changed' && views.push(view as NetworksView)));
  const list = () => handlers['networks:list'](null);
  const untilIdle = async (): Promise<NetworksView> => {
    await expect.poll(async () => (await list()).installing).toBeNull();
    return list();
  };
  /** The notes of a model of an image with a busy background. */
  const makeModel = async (): Promise<string> => {
    const image = path.join(folder, 'busy.png');
    writeFileSync(image, await drawRedBar(busyBackground));
    const { sources } = await handlers['sources:take']([image]);
    const [job] = await handlers['queue:add']({ sourceIds: sources.map(({ id }) => id), formats: ['glb'] });
    const read = async (): Promise<Job> => (await handlers['queue:jobs']({ ids: [job!.id] }))[0]!;
    await expect.poll(async () => (await read()).status).toBe('done');
    return JSON.stringify((await read()).steps[0]?.notes ?? []);
  };
  /** The saved settings of the networks. */
  const readGeneration = (): Record<'masks' | 'depth', unknown> =>
    (JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8')) as { generation: Record<string, unknown> })
      .generation;
  return { folder, handlers, views, list, untilIdle, makeModel, readGeneration };
}

/** Packages come from a registry on this computer. */
async function useRegistry(...answers: readonly (Answer | Uint8Array)[]) {
  const registry = await startRegistry(...answers);
  vi.stubEnv('npm_config_registry', registry.url.href);
  onTestFinished(() => void vi.unstubAllEnvs());
  return registry;
}

/** Begins an answer and never ends it. */
const hold =
  (archive: Uint8Array): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-length': archive.byteLength });
    response.write(archive.subarray(0, 200));
  };

test('a network is downloaded with progress, used by the local service, and removed with its setting', async () => {
  const packed = await packNetwork();
  const registry = await useRegistry(packed.archive);
  const { folder, handlers, views, untilIdle, makeModel } = await openApp([packed]);
  expect(await handlers['networks:list'](null)).toMatchObject({
    networks: [{ id: 'red', package: '@sample/red@1.0.0', licenses: [{ name: 'MIT' }], installed: false }],
    ...{ used: null, ownFiles: NO_FILES, canRun: true, installing: null, failed: null, hasDialog: false },
  });
  const totalBytes = packed.archive.byteLength;
  const started = await handlers['networks:install']({ ...ACCEPTED, from: null });
  expect(started.installing).toMatchObject({ id: 'red', totalBytes });
  expect(await untilIdle()).toMatchObject({ networks: [{ installed: true }], used: 'red', failed: null });
  expect(registry.requests).toHaveLength(1);
  await expect.poll(() => views.at(-1)).toMatchObject({ used: 'red', installing: null });
  expect(views.some(({ installing }) => (installing?.bytes ?? 0) > 0)).toBe(true);

  expect(await makeModel()).toContain('red.onnx');

  expect(await handlers['networks:useBuiltIn']({ use: 'masks' })).toMatchObject({
    used: null,
    networks: [{ installed: true }],
  });
  expect(await handlers['networks:use']({ id: 'red' })).toMatchObject({ used: 'red' });
  expect(await handlers['networks:remove']({ id: 'red' })).toMatchObject({
    ...{ used: null, ownFiles: NO_FILES, networks: [{ installed: false }] },
  });
  expect(existsSync(path.join(folder, 'networks', 'red'))).toBe(false);
  expect(await makeModel()).not.toContain('red.onnx');
  await expect(handlers['networks:use']({ id: 'red' })).rejects.toMatchObject({ code: 'network_not_installed' });
});

test('a download that is canceled leaves nothing, and another one can follow', async () => {
  const packed = await packNetwork();
  const registry = await useRegistry(hold(packed.archive), packed.archive);
  const { folder, handlers, list, untilIdle } = await openApp([packed]);
  await handlers['networks:install']({ ...ACCEPTED, from: null });
  await expect.poll(async () => (await list()).installing?.bytes).toBe(200);
  await expect(handlers['networks:install']({ ...ACCEPTED, from: null })).rejects.toThrow('Another network is being');
  expect(await handlers['networks:cancel'](null)).toMatchObject({
    ...{ installing: null, failed: null, used: null, networks: [{ installed: false }] },
  });
  expect(existsSync(path.join(folder, 'networks', 'red'))).toBe(false);
  await handlers['networks:install']({ ...ACCEPTED, from: null });
  expect((await untilIdle()).used).toBe('red');
  expect(registry.requests).toHaveLength(2);
});

test('a download in progress ends with the app', async () => {
  const packed = await packNetwork();
  await useRegistry(hold(packed.archive));
  const { handlers, list } = await openApp([packed]);
  await handlers['networks:install']({ ...ACCEPTED, from: null });
  await expect.poll(async () => (await list()).installing?.bytes).toBe(200);
});

test('what went wrong is shown until the next attempt', async () => {
  const packed = await packNetwork();
  await useRegistry(Buffer.alloc(packed.archive.byteLength), packed.archive);
  const { handlers, untilIdle } = await openApp([packed]);
  await handlers['networks:install']({ ...ACCEPTED, from: null });
  const { failed, used } = await untilIdle();
  expect([failed?.id, used]).toEqual(['red', null]);
  expect(describeError(failed!.error)).toEqual({
    happened: 'Could not install Red. It is not the package @sample/red@1.0.0: its checksum differs.',
    next: 'Nothing was changed. Try again, or install it from a downloaded file.',
  });
  expect((await handlers['networks:install']({ ...ACCEPTED, from: null })).failed).toBeNull();
  expect((await untilIdle()).used).toBe('red');
});

test('a file is chosen in the dialog; without one its path is typed', async () => {
  const packed = await packNetwork();
  const file = path.join(makeTempFolder(), 'package.tgz');
  writeFileSync(file, packed.archive);
  const window = await openApp([packed], { chooseFile: async () => file });
  // The page cannot name a file, neither by its path nor by an id of its own.
  for (const from of [{ typed: file }, { chosen: 'mine' }]) {
    await expect(window.handlers['networks:install']({ ...ACCEPTED, from })).rejects.toMatchObject({
      code: 'config_invalid',
    });
  }
  const chosen = await window.handlers['networks:chooseFile']({ purpose: 'package' });
  expect(chosen?.name).toBe('package.tgz');
  await window.handlers['networks:install']({ ...ACCEPTED, from: { chosen: chosen!.id } });
  expect((await window.untilIdle()).used).toBe('red');

  // A page that is taken over learns nothing of a file.
  const refusing = await openApp([packed], { confirm: async () => false });
  for (const typed of [file, '/etc/passwd', '/no/such/file']) {
    await expect(refusing.handlers['networks:install']({ ...ACCEPTED, from: { typed } })).rejects.toMatchObject({
      code: 'not_confirmed',
    });
  }
  expect((await refusing.list()).failed).toBeNull();

  const browser = await openApp([packed], { confirm: async () => true });
  await expect(browser.handlers['networks:install']({ ...ACCEPTED, from: { typed: 'a.tgz' } })).rejects.toThrow(
    'Enter the whole path',
  );
  await browser.handlers['networks:install']({ ...ACCEPTED, from: { typed: file } });
  expect((await browser.untilIdle()).used).toBe('red');
});

test('own files are chosen for masks and depth, used by the local service, and replaced by the built-in engine', async () => {
  const folder = makeTempFolder();
  const file = (name: string): string => path.join(folder, name);
  writeFileSync(file('own.onnx'), segmentRed());
  writeFileSync(file('depth.onnx'), depthOfBrightness());
  let next = file('own.onnx');
  const { handlers, makeModel, readGeneration } = await openApp([], { chooseFile: async () => next });
  const choose = async (name: string) => {
    next = file(name);
    return { chosen: (await handlers['networks:chooseFile']({ purpose: 'network' }))!.id };
  };
  for (const refused of [{ typed: file('own.onnx') }, { chosen: 'mine' }, { kept: true } as const]) {
    await expect(handlers['networks:useFile']({ use: 'masks', file: refused, device: 'cpu' })).rejects.toMatchObject({
      code: 'config_invalid',
      detail: { id: 'generator-settings.choose-again' },
    });
  }
  await handlers['networks:useFile']({ use: 'masks', file: await choose('own.onnx'), device: 'cpu' });
  const used = await handlers['networks:useFile']({ use: 'depth', file: await choose('depth.onnx'), device: 'cpu' });
  expect(used).toMatchObject({
    ...{ used: null, hasDialog: true },
    ownFiles: { masks: { name: 'own.onnx', device: 'cpu' }, depth: { name: 'depth.onnx', device: 'cpu' } },
  });
  const notes = await makeModel();
  expect([notes.includes('own.onnx'), notes.includes('depth.onnx')]).toEqual([true, true]);

  await handlers['networks:useFile']({ use: 'masks', file: { kept: true }, device: 'gpu' });
  expect(readGeneration().masks).toMatchObject({ model: file('own.onnx'), device: 'gpu' });
  const gone = await choose('gone.onnx');
  await expect(handlers['networks:useFile']({ use: 'masks', file: gone, device: 'cpu' })).rejects.toMatchObject({
    code: 'file_missing',
    subject: 'gone.onnx',
  });
  expect(readGeneration().masks).toMatchObject({ model: file('own.onnx'), device: 'gpu' });

  await handlers['networks:useBuiltIn']({ use: 'masks' });
  expect((await handlers['networks:useBuiltIn']({ use: 'depth' })).ownFiles).toEqual(NO_FILES);
  expect([existsSync(file('own.onnx')), existsSync(file('depth.onnx'))]).toEqual([true, true]);
});

test('without a dialog the path of an own file is typed, and a person allows it before it is looked for', async () => {
  const own = path.join(makeTempFolder(), 'own.onnx');
  writeFileSync(own, segmentRed());
  const refusing = await openApp([], { confirm: async () => false });
  for (const typed of [own, '/no/such/file']) {
    await expect(
      refusing.handlers['networks:useFile']({ use: 'depth', file: { typed }, device: 'cpu' }),
    ).rejects.toMatchObject({ code: 'not_confirmed' });
  }
  expect((await refusing.list()).ownFiles).toEqual(NO_FILES);
  const { handlers } = await openApp([], { confirm: async () => true });
  await expect(
    handlers['networks:useFile']({ use: 'depth', file: { typed: 'own.onnx' }, device: 'cpu' }),
  ).rejects.toThrow('Enter the whole path');
  const used = await handlers['networks:useFile']({ use: 'depth', file: { typed: own }, device: 'gpu' });
  expect(used.ownFiles).toEqual({ masks: null, depth: { name: 'own.onnx', device: 'gpu' } });
});

test('calls about own files are checked', async () => {
  const { handlers } = await openApp([]);
  const file = { typed: '/own.onnx' };
  for (const input of [
    { use: 'faces', file, device: 'cpu' },
    { use: 'masks', file, device: 'tpu' },
    { use: 'masks', file: { typed: '' }, device: 'cpu' },
    { use: 'masks', file: null, device: 'cpu' },
  ]) {
    const reply = await dispatch({ handlers, admits: () => true }, 'networks:useFile', input);
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad_request' } });
  }
});

test('nothing is requested without the license, for an unknown network, or from an insecure registry', async () => {
  const packed = await packNetwork();
  const registry = await useRegistry(packed.archive);
  const { folder, handlers } = await openApp([packed]);
  const page = { handlers, admits: () => true };
  for (const acceptsLicense of [false, undefined, 'true']) {
    const reply = await dispatch(page, 'networks:install', { id: 'red', acceptsLicense, from: null });
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad_request' } });
  }
  await expect(handlers['networks:install']({ ...ACCEPTED, id: '../red', from: null })).rejects.toThrow(
    'does not exist. Available: red',
  );
  vi.stubEnv('npm_config_registry', 'http://mirror.example/');
  await expect(handlers['networks:install']({ ...ACCEPTED, from: null })).rejects.toThrow('must begin with https://');
  expect([registry.requests, existsSync(path.join(folder, 'networks'))]).toEqual([[], false]);
});
