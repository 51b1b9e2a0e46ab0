import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';

/** Default size in device-independent pixels. */
const DEFAULT_SIZE = { width: 1440, height: 900 };

const MINIMUM_SIZE = { minWidth: 320, minHeight: 480 };

/** Background of the page in the dark theme, so that the window does not flash before the first frame. */
const BACKGROUND = '#161616';

/** Options of the window; its page is sandboxed, isolated, and reaches Node only through the preload script. */
export function windowOptions(preload: string, bounds: Partial<Rectangle> | null): BrowserWindowConstructorOptions {
  return {
    ...DEFAULT_SIZE,
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
