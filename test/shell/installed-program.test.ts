import { expect, it } from 'vitest';
import { findInstalledProgram } from '../../src-main/shell/installed-program.ts';
import { toCommandLine } from '../../src-main/shell/shell-arguments.ts';

const app = (isPackaged: boolean) => ({ isPackaged, getAppPath: () => '/clone' });
const from = (execPath: string, env: NodeJS.ProcessEnv = {}) => ({ execPath, env });

it('starts an installed app by its executable, and a clone by its folder', () => {
  expect(findInstalledProgram(app(true), from('/opt/Dropforge/dropforge'))).toEqual(['/opt/Dropforge/dropforge']);
  expect(findInstalledProgram(app(false), from('/electron', { APPIMAGE: '/other.AppImage' }))).toEqual([
    '/electron',
    '/clone',
  ]);
});

it('starts an AppImage and a portable app by the file that stays', () => {
  const mounted = from('/tmp/.mount_Drop/dropforge', { APPIMAGE: '/home/me/Dropforge.AppImage' });
  expect(findInstalledProgram(app(true), mounted)).toEqual(['/home/me/Dropforge.AppImage']);
  const unpacked = from('C:\\Temp\\1\\Dropforge.exe', { PORTABLE_EXECUTABLE_FILE: 'D:\\Dropforge.exe' });
  expect(findInstalledProgram(app(true), unpacked)).toEqual(['D:\\Dropforge.exe']);
});

it('runs commands without a display on Linux, and with every argument after --', () => {
  const headless = process.platform === 'linux' ? ['--ozone-platform=headless'] : [];
  expect(toCommandLine(['/app', '/clone'])).toEqual(['/app', '/clone', ...headless, '--command', '--']);
});
