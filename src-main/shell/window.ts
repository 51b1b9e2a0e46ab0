import { BrowserWindow, screen } from 'electron';
import type { SettingsStore } from '../app-deps.ts';
import { PRELOAD_FILE } from './built-files.ts';
import { APP_ORIGIN } from './url-policy.ts';
import { restorePlace, type WindowPlace } from './window-bounds.ts';
import { windowOptions } from './window-options.ts';

/** Where the store keeps the window's place. */
const KEY = 'window';

/** Opens the app's window where it last stood, shown once its first frame is painted. */
export function createWindow(store: SettingsStore): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized = false, ...bounds } = restorePlace(store.get(KEY), areas) ?? {};
  const window = new BrowserWindow(windowOptions(PRELOAD_FILE, bounds));
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const place: WindowPlace = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    store.set(KEY, place);
  });
  void window.loadURL(`${APP_ORIGIN}/index.html`);
  return window;
}
