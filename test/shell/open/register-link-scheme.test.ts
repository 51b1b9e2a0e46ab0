import { expect, test } from 'vitest';
import { registerLinkScheme } from '../../../src-main/shell/open/register-link-scheme.ts';

/** What an app registered for links. */
function registeredBy(platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}, isPackaged = true): unknown[] {
  const registered: unknown[] = [];
  const app = {
    ...{ isPackaged, getAppPath: () => '/clone' },
    setAsDefaultProtocolClient: (...given: unknown[]) => registered.push(given) > 0,
  };
  registerLinkScheme(app, { platform, env, execPath: 'C:\\Temp\\1\\Dropforge.exe' });
  return registered;
}

test('Windows opens links with the installed app, behind --', () => {
  expect(registeredBy('win32')).toEqual([['dropforge', 'C:\\Temp\\1\\Dropforge.exe', ['--']]]);
});

test('Windows opens links with the file of a portable app, which stays when the app ends', () => {
  const env = { PORTABLE_EXECUTABLE_FILE: 'D:\\Dropforge.exe' };
  expect(registeredBy('win32', env)).toEqual([['dropforge', 'D:\\Dropforge.exe', ['--']]]);
});

test('a clone, and packages that declare their links, register none', () => {
  expect([registeredBy('win32', {}, false), registeredBy('linux'), registeredBy('darwin')]).toEqual([[], [], []]);
});
