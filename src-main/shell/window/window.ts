import { BrowserWindow, screen } from 'electron';
import type { SettingsStore } from '../../app-deps.ts';
import { PRELOAD_FILE } from '../build-paths.ts';
import { APP_ORIGIN } from './url-policy.ts';
import { restoreBounds, type WindowBounds } from './window-bounds.ts';
import { windowOptions } from './window-options.ts';

/** Where the store keeps the window's place. */
const KEY = 'window';

/**
 * Opens the app's window where it last stood, shown once its first frame is painted unless it is to wait in the tray. It
 * comes back to a screen that is left when its own is unplugged.
 */
export function createWindow(store: SettingsStore, isShown: boolean): BrowserWindow {
  const areas = () => screen.getAllDisplays().map((display) => display.workArea);
  const { maximized = false, ...bounds } = restoreBounds(store.get(KEY), areas()) ?? {};
  const window = new BrowserWindow(windowOptions(PRELOAD_FILE, bounds));
  if (maximized) window.maximize();
  if (isShown) window.once('ready-to-show', () => window.show());
  const placeOf = (): WindowBounds => ({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  window.on('close', () => store.set(KEY, placeOf()));
  const comeBack = (): void => {
    if (restoreBounds(placeOf(), areas()) === null) window.center();
  };
  screen.on('display-removed', comeBack);
  window.once('closed', () => screen.off('display-removed', comeBack));
  void window.loadURL(`${APP_ORIGIN}/index.html`);
  return window;
}
