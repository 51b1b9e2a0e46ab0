import { createAppImageInstaller } from '../../updates/install-app-image.ts';
import type { UpdateInstaller } from '../../updates/update-installer.ts';
import { createElectronUpdater } from './electron-updater-installer.ts';

/** The app, as far as installing needs it; Electron's `app` has all of it. */
interface InstalledApp {
  readonly isPackaged: boolean;
  quit(): void;
  relaunch(options: { readonly execPath: string }): void;
}

/**
 * The installer for this kind of installation: an AppImage, or an installed app of Windows or macOS. Undefined for a clone, a
 * package for Linux, which its package manager updates, and the portable app for Windows: an installer would put a second app
 * beside it.
 */
export function chooseInstaller(
  app: InstalledApp,
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'>,
): UpdateInstaller | undefined {
  if (!app.isPackaged) return undefined;
  const quit = (): void => app.quit();
  if (platform === 'linux') {
    const appImage = env['APPIMAGE'];
    if (!appImage?.startsWith('/')) return undefined;
    return createAppImageInstaller(appImage, { quit, restart: (path) => app.relaunch({ execPath: path }) });
  }
  if (env['PORTABLE_EXECUTABLE_FILE'] !== undefined) return undefined;
  return createElectronUpdater(platform === 'win32' ? 'exe' : 'zip', quit);
}
