import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppUpdater } from 'electron-updater';
import { message } from '../../../src-shared/messages/message.ts';
import { toUpdateError } from '../../updates/download-release.ts';
import type { UpdateInstaller, VerifiedUpdate } from '../../updates/update-installer.ts';
import { toFeedText } from './feed-text.ts';

const SECRET_BYTES = 16;

/**
 * Hands verified updates to electron-updater, which checks the publisher’s signature of the platform and replaces the app. It
 * only accepts addresses, so it gets the file from a server of this process, at an address that nobody else knows. `load`
 * returns the updater; default: that of this platform.
 */
export function createElectronUpdater(
  fileKind: 'exe' | 'zip',
  quit: () => void,
  load: () => Promise<AppUpdater> = loadAutoUpdater,
): UpdateInstaller {
  return {
    fileKind,
    quit,
    install: async (update, restart) => {
      const autoUpdater = await load();
      autoUpdater.autoDownload = false;
      autoUpdater.autoInstallOnAppQuit = false;
      autoUpdater.allowDowngrade = false;
      autoUpdater.disableDifferentialDownload = true;
      autoUpdater.disableWebInstaller = true;
      const served = await serveUpdate(update, fileKind);
      try {
        autoUpdater.setFeedURL({ provider: 'generic', url: served.folder });
        const found = await autoUpdater.checkForUpdates();
        if (!found?.isUpdateAvailable) throw toUpdateError(message('updates.not-ready'), true);
        await autoUpdater.downloadUpdate();
      } finally {
        served.close();
      }
      autoUpdater.quitAndInstall(true, restart);
    },
  };
}

async function loadAutoUpdater(): Promise<AppUpdater> {
  const { default: updater } = await import('electron-updater');
  return updater.autoUpdater;
}

async function serveUpdate(
  update: VerifiedUpdate,
  fileKind: string,
): Promise<{ readonly folder: string; readonly close: () => void }> {
  const folder = `/${randomBytes(SECRET_BYTES).toString('hex')}/`;
  const file = `Dropforge-${update.version}.${fileKind}`;
  const server = createServer((request, response) => {
    const [pathname] = (request.url ?? '').split('?', 1);
    if (pathname === folder + file) createReadStream(update.path).pipe(response);
    else if (pathname?.startsWith(folder) && pathname.endsWith('.yml')) response.end(toFeedText(update, file));
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    folder: `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
