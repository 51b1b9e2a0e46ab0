import { app } from 'electron';
import { createAppImageInstaller } from '../../updates/install-app-image.ts';
import type { UpdateInstaller } from '../../updates/update-installer.ts';
import { createElectronUpdater } from './electron-updater-installer.ts';

/**
 * The installer for this kind of installation: an AppImage, or an installed app of Windows or macOS. Undefined for a clone
 * and a deb package, which its package manager updates.
 */
export function chooseInstaller(env: NodeJS.ProcessEnv): UpdateInstaller | undefined {
  if (!app.isPackaged) return undefined;
  const quit = (): void => app.quit();
  if (process.platform === 'linux') {
    const appImage = env['APPIMAGE'];
    if (!appImage?.startsWith('/')) return undefined;
    return createAppImageInstaller(appImage, { quit, restart: (path) => app.relaunch({ execPath: path }) });
  }
  return createElectronUpdater(process.platform === 'win32' ? 'exe' : 'zip', quit);
}
