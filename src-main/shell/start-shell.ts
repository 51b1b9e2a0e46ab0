import { app, session } from 'electron';
import Store from 'electron-store';
import { createApp } from '../app.ts';
import { OWNER_ONLY } from '../base/files/durable-file.ts';
import { makePrivateFolderSync } from '../base/files/private-files.ts';
import { VERSION } from '../base/project-root.ts';
import type { Home } from '../settings/home.ts';
import { openSettingsStore } from '../settings/settings-file.ts';
import { createLazySecrets } from '../settings/lazy-secrets.ts';
import { serveAppProtocol } from './ipc/app-protocol.ts';
import { PAGE_FOLDER } from './build-paths.ts';
import { closeBeforeQuit } from './close-before-quit.ts';
import { electronDesktop } from './desktop.ts';
import { handleWindowCalls, sendPushes } from './ipc/electron-ipc.ts';
import { guardPages } from './window/page-guards.ts';
import { openInWindow } from './open/open-in-window.ts';
import type { OpenRequests } from './open/receive-open-requests.ts';
import { createSafeStorageSecrets } from './safe-storage-secrets.ts';
import { startUtilityReader } from './processes/start-utility-reader.ts';
import { spawnUtilityService } from './processes/spawn-utility-service.ts';
import { findInstalledProgram } from './installed-program.ts';
import { safeListener } from './safe-listener.ts';
import { IN_TRAY } from './shell-arguments.ts';
import { bringToFront } from './window/bring-to-front.ts';
import { integrateWindow } from './window/window-integration.ts';
import { chooseInstaller } from './updates/choose-installer.ts';
import { createWindow } from './window/window.ts';
import { recoverWindow } from './window/recover-window.ts';
import { getShellTexts } from './shell-texts.ts';

/** Creates the app and its window; call after `ready`. */
export async function startShell(home: Home, openRequests: OpenRequests): Promise<void> {
  let getUpdatesPage = (): string | null => null;
  guardPages(() => getUpdatesPage());
  makePrivateFolderSync(home.path);
  const settingsStore = openSettingsStore(
    home.path,
    () => new Store<Record<string, unknown>>({ clearInvalidConfig: true, configFileMode: OWNER_ONLY }),
  );
  const updateInstaller = chooseInstaller(app, process);
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
  const [program] = findInstalledProgram(app, process);
  closeBeforeQuit(app, running, { program, args: process.argv.slice(1) });
  serveAppProtocol(PAGE_FOLDER, (id) => running.openArtifact(id));
  handleWindowCalls(running);
  const isInTray = process.argv.includes(IN_TRAY) && running.settings.get().surroundings.tray;
  const window = createWindow(settingsStore, !isInTray);
  sendPushes(running, window);
  integrateWindow(running, window);
  recoverWindow(window, home.path, () => getShellTexts(running.settings.get().language, app.getLocale()));
  running.start();
  void running.handlers['service:check'](null);
  app.on(
    'second-instance',
    safeListener(() => bringToFront(window)),
  );
  openInWindow(running, openRequests, {
    bringToFront: () => bringToFront(window),
    send: (channel, payload) => {
      if (!window.isDestroyed()) window.webContents.send(channel, payload);
    },
  });
  app.on('window-all-closed', () => app.quit());
}
