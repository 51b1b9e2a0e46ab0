import { BrowserWindow, screen } from 'electron';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { PRELOAD_FILE } from '../build-paths.ts';
import { safeListener } from '../safe-listener.ts';
import { APP_ORIGIN } from './url-policy.ts';
import { restoreBounds, type WindowBounds } from './window-bounds.ts';
import { windowOptions } from './window-options.ts';

/** Settings key of the window bounds. */
const KEY = 'window';

/**
 * Creates the app's window at its last position and shows it after the first frame, unless it starts in the tray. The window
 * moves to another screen if its own is unplugged.
 */
export function createWindow(store: SettingsStore, isShown: boolean): BrowserWindow {
  const areas = () => screen.getAllDisplays().map((display) => display.workArea);
  const { maximized = false, ...bounds } = restoreBounds(store.get(KEY), areas()) ?? {};
  const window = new BrowserWindow(windowOptions(PRELOAD_FILE, bounds));
  if (maximized) window.maximize();
  if (isShown) window.once('ready-to-show', () => window.show());
  const getBounds = (): WindowBounds => ({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  window.on(
    'close',
    safeListener(() => store.set({ [KEY]: getBounds() })),
  );
  const moveToVisibleArea = safeListener(() => {
    if (restoreBounds(getBounds(), areas()) === null) window.center();
  });
  screen.on('display-removed', moveToVisibleArea);
  window.once('closed', () => screen.off('display-removed', moveToVisibleArea));
  void window.loadURL(`${APP_ORIGIN}/index.html`);
  return window;
}
