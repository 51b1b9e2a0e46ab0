import { app, session } from 'electron';
import Store from 'electron-store';
import { createApp } from '../app.ts';
import type { App, SettingsStore } from '../app-deps.ts';
import { VERSION } from '../base/project-root.ts';
import type { Home } from '../settings/home.ts';
import { createLazySecrets } from '../settings/lazy-secrets.ts';
import { serveAppProtocol } from './ipc/app-protocol.ts';
import { PAGE_FOLDER } from './build-paths.ts';
import { electronDesktop } from './desktop.ts';
import { handleWindowCalls, sendPushes } from './ipc/electron-ipc.ts';
import { guardPages } from './window/page-guards.ts';
import { createSafeStorageSecrets } from './safe-storage-secrets.ts';
import { spawnUtilityService } from './processes/spawn-utility-service.ts';
import { IN_TRAY } from './start-at-login.ts';
import { bringToFront, integrateWindow } from './window/window-integration.ts';
import { createWindow } from './window/window.ts';
import { log } from '../base/log/log.ts';

/** How long quitting waits for the parts to stop; what is in hand is on disk and goes on at the next start. */
const CLOSE_MS = 10_000;

/** Builds the window around the app; only after `ready`. */
export async function startShell(home: Home): Promise<void> {
  let pageOfUpdates = (): string | null => null;
  guardPages(() => pageOfUpdates());
  const settingsStore: SettingsStore = new Store<Record<string, unknown>>({ clearInvalidConfig: true });
  const running = await createApp({
    home: home.path,
    defaultExportFolder: home.defaultExportFolder,
    version: VERSION,
    // The keychain may ask the person to unlock it, so it is not touched before a key is needed.
    secrets: createLazySecrets(createSafeStorageSecrets),
    settingsStore,
    spawnService: spawnUtilityService,
    desktop: electronDesktop,
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
  });
  pageOfUpdates = () => running.settings.get().updates.address;
  closeBeforeQuit(running);
  serveAppProtocol(PAGE_FOLDER, (id) => running.openArtifact(id));
  handleWindowCalls(running);
  const isInTray = process.argv.includes(IN_TRAY) && running.settings.get().surroundings.tray;
  const window = createWindow(settingsStore, !isInTray);
  sendPushes(running, window);
  integrateWindow(running, window);
  running.start();
  void running.handlers['service:check'](null);
  app.on('second-instance', () => bringToFront(window));
  app.on('window-all-closed', () => app.quit());
}

/** Holds the end of the process until every part has stopped, or has had its time. */
function closeBeforeQuit(running: App): void {
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS));
    void Promise.race([running.close().catch((error: unknown) => log.error('window', 'closing', error)), late]).then(
      () => {
        stopped = true;
        app.quit();
      },
    );
  });
}
