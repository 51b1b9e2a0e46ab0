import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NodeHttpExecutor } from 'builder-util/out/nodeHttpExecutor.js';
import { NsisUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { createElectronUpdater } from '../../../src-main/shell/updates/electron-updater-installer.ts';
import type { VerifiedUpdate } from '../../../src-main/updates/update-installer.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const NEW = randomBytes(100_000);
const PUBLISHER = 'Dropforge';

let folder = '';
let updater: Updater;

/** electron-updater’s own updater for Windows, on Node instead of Electron, which notes what it would start. */
class Updater extends NsisUpdater {
  feed = '';
  readonly started: object[] = [];

  override setFeedURL(options: Parameters<NsisUpdater['setFeedURL']>[0]): void {
    this.feed = (options as { url: string }).url;
    super.setFeedURL(options);
  }

  override quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void {
    this.started.push({ isSilent, isForceRunAfter, content: readFileSync(this.installerPath!) });
  }
}

/** An updater of an installed app with a version. */
function createUpdater(version = '0.1.0'): Updater {
  const noop = (): void => undefined;
  const created = new Updater(null, {
    ...{
      version,
      name: 'dropforge',
      isPackaged: true,
      userDataPath: folder,
      baseCachePath: path.join(folder, 'cache'),
    },
    appUpdateConfigPath: path.join(folder, 'app-update.yml'),
    whenReady: () => Promise.resolve(),
    ...{ relaunch: noop, quit: noop, onQuit: noop },
  });
  created.logger = null;
  created.verifyUpdateCodeSignature = () => Promise.resolve(null);
  const { download } = ElectronHttpExecutor.prototype;
  return Object.assign(created, { httpExecutor: Object.assign(new NodeHttpExecutor(), { download }) });
}

/** A downloaded update, as it was verified. */
function writeUpdate(content = NEW): VerifiedUpdate {
  const file = path.join(folder, 'update.exe');
  writeFileSync(file, content);
  const sha512 = createHash('sha512').update(NEW).digest('base64');
  return { version: '0.2.0', path: file, sha512, bytes: NEW.byteLength };
}

const install = (update: VerifiedUpdate, restart = false): Promise<void> =>
  createElectronUpdater(
    'exe',
    () => undefined,
    () => Promise.resolve(updater),
  ).install(update, restart);

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy']) vi.stubEnv(name, undefined);
  folder = makeTempFolder();
  writeFileSync(path.join(folder, 'app-update.yml'), `publisherName: ${PUBLISHER}\nupdaterCacheDirName: dropforge\n`);
  updater = createUpdater();
});

test.each([true, false])(
  'a verified update is handed over and installed silently; started then: %s',
  async (restart) => {
    await install(writeUpdate(), restart);
    expect(updater.started).toEqual([{ isSilent: true, isForceRunAfter: restart, content: NEW }]);
  },
);

test('electron-updater starts no download or installation itself, takes no older version and patches no file', async () => {
  await install(writeUpdate());
  const { autoDownload, autoInstallOnAppQuit, allowDowngrade } = updater;
  expect({ autoDownload, autoInstallOnAppQuit, allowDowngrade }).toEqual({
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
  });
  expect([updater.disableDifferentialDownload, updater.disableWebInstaller]).toEqual([true, true]);
});

test.each(['0.2.0', '0.3.0'])('an app of version %s does not install 0.2.0', async (version) => {
  updater = createUpdater(version);
  await expect(install(writeUpdate())).rejects.toMatchObject({ code: 'update_failed' });
  expect(updater.started).toEqual([]);
});

test('a file that changed after it was verified is not installed', async () => {
  await expect(install(writeUpdate(randomBytes(NEW.byteLength)))).rejects.toThrow('sha512 checksum mismatch');
  expect(updater.started).toEqual([]);
});

test('a file that the publisher did not sign is not installed', async () => {
  const asked: unknown[] = [];
  updater.verifyUpdateCodeSignature = (publishers) => (asked.push(publishers), Promise.resolve('another publisher'));
  await expect(install(writeUpdate())).rejects.toMatchObject({ code: 'ERR_UPDATER_INVALID_SIGNATURE' });
  expect([asked, updater.started]).toEqual([[[PUBLISHER]], []]);
});

test('the file is served on this computer, at an address that nobody can guess, until it was handed over', async () => {
  const statuses: number[] = [];
  updater.verifyUpdateCodeSignature = async () => {
    const { origin } = new URL(updater.feed);
    for (const address of [`${updater.feed}latest.yml`, `${origin}/latest.yml`, `${origin}/Dropforge-0.2.0.exe`])
      statuses.push((await fetch(address)).status);
    return null;
  };
  await install(writeUpdate());
  expect(updater.feed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
  expect(statuses).toEqual([200, 404, 404]);
  await expect(fetch(`${updater.feed}latest.yml`)).rejects.toThrow('fetch failed');
});
