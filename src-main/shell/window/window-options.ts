import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';

/** Size of a window that was never moved, in device-independent pixels. */
const FIRST_SIZE = { width: 1440, height: 900 };

const MINIMUM_SIZE = { minWidth: 320, minHeight: 480 };

/** The page's own ground in the dark theme, so that the window does not flash before the first frame. */
const BACKGROUND = '#161616';

/** How the one window is made: its page is sandboxed, isolated, and reaches Node through the preload's bridge only. */
export function windowOptions(preload: string, bounds: Partial<Rectangle> | null): BrowserWindowConstructorOptions {
  return {
    ...FIRST_SIZE,
    ...bounds,
    ...MINIMUM_SIZE,
    title: 'Dropforge',
    show: false,
    backgroundColor: BACKGROUND,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  };
}
