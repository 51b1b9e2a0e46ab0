import { readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chooseInstaller } from '../../../src-main/shell/updates/choose-installer.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** The app that asks, and what it was told to do. */
function createInstalledApp(isPackaged = true) {
  const calls: unknown[] = [];
  const app = { isPackaged, quit: () => calls.push('quit'), relaunch: (options: object) => calls.push(options) };
  const kindAt = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}) =>
    chooseInstaller(app, { platform, env })?.fileKind;
  return { app, calls, kindAt };
}

test('an installed app of Windows or macOS installs its own kind of file, and an AppImage replaces itself', () => {
  const { kindAt } = createInstalledApp();
  expect(kindAt('win32')).toBe('exe');
  expect(kindAt('darwin')).toBe('zip');
  expect(kindAt('linux', { APPIMAGE: '/home/me/Dropforge.AppImage' })).toBe('AppImage');
});

test('the portable app for Windows installs nothing: the installer would not replace it', () => {
  const { kindAt } = createInstalledApp();
  expect(kindAt('win32', { PORTABLE_EXECUTABLE_FILE: 'D:\\Dropforge.exe' })).toBeUndefined();
});

test('a package of a Linux distribution and a clone install nothing', () => {
  const { kindAt } = createInstalledApp();
  expect(kindAt('linux')).toBeUndefined();
  expect(kindAt('linux', { APPIMAGE: 'Dropforge.AppImage' })).toBeUndefined();
  const clone = createInstalledApp(false);
  for (const platform of ['win32', 'darwin', 'linux'] as const)
    expect(clone.kindAt(platform, { APPIMAGE: '/home/me/Dropforge.AppImage' })).toBeUndefined();
});

test('an AppImage starts again from its own file, whose folder is removed with the process', async () => {
  const folder = makeTempFolder();
  const [appImage, update] = [path.join(folder, 'Dropforge.AppImage'), path.join(folder, 'new')];
  writeFileSync(appImage, 'the old version');
  writeFileSync(update, 'the new version');
  const { app, calls } = createInstalledApp();
  const installer = chooseInstaller(app, { platform: 'linux', env: { APPIMAGE: appImage } })!;
  const sha512 = createHash('sha512').update('the new version').digest('base64');
  await installer.install({ version: '0.2.0', path: update, sha512, bytes: 15 }, true);
  installer.quit();
  expect(readFileSync(appImage, 'utf8')).toBe('the new version');
  expect(calls).toEqual([{ execPath: appImage }, 'quit']);
});
