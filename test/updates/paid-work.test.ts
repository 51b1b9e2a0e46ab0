import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAppImageInstaller } from '../../src-main/updates/install-app-image.ts';
import { createDesktop } from '../helpers/desktop.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { startOddService } from '../queue/odd-service.ts';
import { addJobs, openSides, use } from '../queue/side-by-side.ts';
import { createFeed, createReleaseKeys, startReleaseServer } from './release-server.ts';

const NEW = randomBytes(30_000);

test('the app installs no update while its queue has paid work, and does when that is over', async () => {
  const folder = makeTempFolder();
  const appImage = path.join(folder, 'Dropforge.AppImage');
  writeFileSync(appImage, 'the old version');
  const releases = await startReleaseServer();
  onTestFinished(() => releases.close());
  const { publicKey, privateKey } = createReleaseKeys();
  releases.publish(createFeed('9.9.9', NEW), privateKey, NEW);
  const odd = await startOddService();
  odd.tell = (task) => ({ ...task, status: 'running', progress: 10, output: {} });

  let quits = 0;
  const updateInstaller = createAppImageInstaller(appImage, { quit: () => void quits++, restart: () => undefined });
  const side = { name: 'region', baseUrl: odd.service.baseUrl, apiKey: odd.service.apiKey };
  const given = { updateInstaller, releaseKey: publicKey };
  const app = await openSides(path.join(folder, 'home'), [side], undefined, createDesktop(), given);
  onTestFinished(() => app.close());
  app.settings.set({ updates: { ask: true, address: releases.address, notNow: null, download: true } });
  use(app, side.name);
  const ids = addJobs(app, 1);
  app.start([]);
  const status = (): string | undefined => app.queue.list()[0]?.status;
  await expect.poll(async () => (await app.handlers['updates:get'](null)).download.status).toBe('ready');
  await expect.poll(status).toBe('running');

  await expect(app.handlers['updates:install'](null)).rejects.toMatchObject({ code: 'update_waits' });
  expect([quits, app.updates.planInstall()]).toEqual([0, null]);

  odd.tell = (task) => task;
  await app.queue.whenSettled(ids);
  expect(status()).toBe('done');
  await app.handlers['updates:install'](null);
  expect(quits).toBe(1);
  const failures: unknown[] = [];
  await app.updates.planInstall()?.((error) => failures.push(error));
  expect(failures).toEqual([]);
  expect(readFileSync(appImage)).toEqual(NEW);
});
