import { app, session } from 'electron';
import Store from 'electron-store';
import { createApp } from '../app.ts';
import type { App } from '../app-deps.ts';
import type { AppParts } from '../app.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { OWNER_ONLY } from '../base/files/durable-file.ts';
import { makePrivateFolderSync } from '../base/files/private-files.ts';
import { VERSION } from '../base/project-root.ts';
import type { Home } from '../settings/home.ts';
import { createLazySecrets } from '../settings/lazy-secrets.ts';
import { serveAppProtocol } from './ipc/app-protocol.ts';
import { PAGE_FOLDER } from './build-paths.ts';
import { electronDesktop } from './desktop.ts';
import { handleWindowCalls, sendPushes } from './ipc/electron-ipc.ts';
import { guardPages } from './window/page-guards.ts';
import { openInWindow } from './open/open-in-window.ts';
import type { OpenRequests } from './open/receive-open-requests.ts';
import { createSafeStorageSecrets } from './safe-storage-secrets.ts';
import { startUtilityReader } from './processes/start-utility-reader.ts';
import { spawnUtilityService } from './processes/spawn-utility-service.ts';
import { IN_TRAY } from './start-at-login.ts';
import { bringToFront, integrateWindow } from './window/window-integration.ts';
import { chooseInstaller } from './updates/choose-installer.ts';
import { createWindow } from './window/window.ts';
import { recoverWindow } from './window/recover-window.ts';
import { getShellTexts } from './shell-texts.ts';
import { log } from '../base/log/log.ts';

/** Maximum wait for a clean shutdown; unfinished work is on disk and resumes at the next start. */
const CLOSE_TIMEOUT_MS = 10_000;

/** Maximum wait for an update to be installed; a longer one is given up, and the old version stays. */
const INSTALL_TIMEOUT_MS = 120_000;

/** Creates the app and its window; call after `ready`. */
export async function startShell(home: Home, openRequests: OpenRequests): Promise<void> {
  let getUpdatesPage = (): string | null => null;
  guardPages(() => getUpdatesPage());
  makePrivateFolderSync(home.path);
  const settingsStore: SettingsStore = new Store<Record<string, unknown>>({
    clearInvalidConfig: true,
    configFileMode: OWNER_ONLY,
  });
  const updateInstaller = chooseInstaller(process.env);
  const running = await createApp({
    home: home.path,
    defaultExportFolder: home.defaultExportFolder,
    version: VERSION,
    // Lazy, because the keychain may ask the user to unlock it.
    secrets: createLazySecrets(createSafeStorageSecrets),
    settingsStore,
    spawnService: spawnUtilityService,
    startReader: startUtilityReader,
    desktop: electronDesktop,
    pageFolders: [],
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    ...(updateInstaller && { updateInstaller }),
  });
  getUpdatesPage = () => running.settings.get().updates.address;
  closeBeforeQuit(running);
  serveAppProtocol(PAGE_FOLDER, (id) => running.openArtifact(id));
  handleWindowCalls(running);
  const isInTray = process.argv.includes(IN_TRAY) && running.settings.get().surroundings.tray;
  const window = createWindow(settingsStore, !isInTray);
  sendPushes(running, window);
  integrateWindow(running, window);
  recoverWindow(window, home.path, () => getShellTexts(running.settings.get().language, app.getLocale()));
  running.start();
  void running.handlers['service:check'](null);
  app.on('second-instance', () => bringToFront(window));
  openInWindow(running, openRequests, {
    bringToFront: () => bringToFront(window),
    send: (channel, payload) => {
      if (!window.isDestroyed()) window.webContents.send(channel, payload);
    },
  });
  app.on('window-all-closed', () => app.quit());
}

/** Delays quitting until the app is closed, and a downloaded update is installed, or the timeout expires. */
function closeBeforeQuit(running: App & Pick<AppParts, 'updates'>): void {
  let closing = false;
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    if (closing) return;
    closing = true;
    const install = running.updates.planInstall();
    const close = (): Promise<void> =>
      running.close().catch((error: unknown) => log.error('window', 'closing the app failed', error));
    void orTimeout(close(), CLOSE_TIMEOUT_MS)
      .then(() =>
        orTimeout(
          install?.((error) => log.error('updates', 'not installed', error)),
          INSTALL_TIMEOUT_MS,
        ),
      )
      .then(() => {
        stopped = true;
        app.quit();
      });
  });
}

/** Resolves when the work is done, or after a time. */
async function orTimeout(work: Promise<void> | undefined, ms: number): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
}
