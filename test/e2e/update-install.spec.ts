import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createAppImageInstaller } from '../../src-main/updates/install-app-image.ts';
import { ALLOWS_ALL } from '../helpers/desktop.ts';
import { openAppPage, type AppPage } from '../helpers/page/app-page.ts';
import { createFeed, createReleaseKeys, FILE_NAME, startReleaseServer } from '../updates/release-server.ts';
import type { ReleaseServer } from '../updates/release-server.ts';

const NEW = randomBytes(300_000);

let folder = '';
let appImage = '';
let releases: ReleaseServer;
let opened: AppPage;
let quits = 0;

test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-update-'));
  appImage = path.join(folder, 'Dropforge.AppImage');
  await writeFile(appImage, 'the old version');
  releases = await startReleaseServer();
  const { publicKey: releaseKey, privateKey } = createReleaseKeys();
  releases.publish(createFeed('9.9.9', NEW), privateKey, NEW);
  quits = 0;
  const updateInstaller = createAppImageInstaller(appImage, { quit: () => void quits++, restart: () => undefined });
  opened = await openAppPage(path.join(folder, 'home'), { updateInstaller, releaseKey, desktop: ALLOWS_ALL });
});
test.afterEach(async () => {
  await opened.close();
  await releases.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a newer version is downloaded and installed by buttons, and a file that was not released is not', async () => {
  const { page, problems } = opened;
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('region', { name: 'Settings' });
  const field = settings.getByRole('textbox', { name: 'Update feed' });
  await field.fill(releases.address);
  await field.press('Enter');
  const download = settings.getByRole('button', { name: 'Download update' });
  await expect(download).toBeVisible();
  expect(releases.requests).not.toContain(FILE_NAME);

  releases.answer(FILE_NAME, (_, response) => response.end(Buffer.alloc(NEW.byteLength)));
  await download.click();
  await expect(settings.getByText('The downloaded file is not the one that was released.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restart to install' })).toHaveCount(0);

  releases.answer(FILE_NAME, null);
  await download.click();
  await expect(settings.getByText('Version 9.9.9 is ready. It is installed when you quit Dropforge.')).toBeVisible();
  expect([quits, await readFile(appImage, 'utf8')]).toEqual([0, 'the old version']);
  await settings.getByRole('button', { name: 'Restart to install' }).click();
  await expect.poll(() => quits).toBe(1);
  const [downloaded = ''] = (await readdir(path.join(folder, 'home/updates'))).filter((name) => /AppImage$/.test(name));
  expect(await readFile(path.join(folder, 'home/updates', downloaded))).toEqual(NEW);
  expect(problems).toEqual([]);
});
