// What the desktop does for an app: dialogs, shell, notifications, clipboard, screen, power, theme, images.
// Nothing reaches the desktop: calls are recorded, dialogs are cancelled, unless a test puts its own function there.
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { app } from './app.mjs';
import { record, state } from './state.mjs';
import { strict } from './strict.mjs';

const cancelled =
  (name) =>
  async (...args) => {
    record(`dialog.${name}`, args.at(-1));
    return { canceled: true, filePaths: [], filePath: '', response: 0, checkboxChecked: false };
  };

export const dialog = strict('dialog', {
  showOpenDialog: cancelled('showOpenDialog'),
  showSaveDialog: cancelled('showSaveDialog'),
  showMessageBox: cancelled('showMessageBox'),
  showErrorBox: (title, content) => {
    record('dialog.showErrorBox', { title, content });
    console.error(`${title}: ${content}`);
  },
});

export const shell = strict('shell', {
  openExternal: async (url) => record('shell.openExternal', url),
  openPath: async (path) => {
    record('shell.openPath', path);
    return '';
  },
  showItemInFolder: (path) => record('shell.showItemInFolder', path),
  trashItem: async (path) => record('shell.trashItem', path),
  beep: () => record('shell.beep'),
});

export class Notification extends EventEmitter {
  constructor(options) {
    super();
    Object.assign(this, options);
  }
  show() {
    state.notifications.push(this);
    queueMicrotask(() => this.emit('show'));
  }
  close() {
    this.emit('close');
  }
  static isSupported() {
    return true;
  }
}

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const display = { id: 1, scaleFactor: 1, bounds: area, workArea: area, size: area, workAreaSize: area };

export const screen = strict(
  'screen',
  Object.assign(new EventEmitter(), {
    getPrimaryDisplay: () => display,
    getAllDisplays: () => [display],
    getDisplayMatching: () => display,
    getDisplayNearestPoint: () => display,
    getCursorScreenPoint: () => ({ x: 0, y: 0 }),
  }),
);

export const powerMonitor = strict(
  'powerMonitor',
  Object.assign(new EventEmitter(), {
    getSystemIdleTime: () => 0,
    getSystemIdleState: () => 'active',
    isOnBatteryPower: () => false,
  }),
);

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: () => 1,
  stop: () => true,
  isStarted: () => false,
});

/** Follows `themeSource` into each page's `prefers-color-scheme`. */
class NativeTheme extends EventEmitter {
  source = 'system';
  shouldUseHighContrastColors = false;
  get themeSource() {
    return this.source;
  }
  set themeSource(source) {
    this.source = source;
    for (const window of state.windows.values()) applyTheme(window);
    this.emit('updated');
  }
  get shouldUseDarkColors() {
    return this.source === 'dark';
  }
}

export const nativeTheme = strict('nativeTheme', new NativeTheme());

const applyTheme = (window) => {
  const colorScheme = nativeTheme.themeSource === 'system' ? null : nativeTheme.themeSource;
  window.opening.then(() => window.page.emulateMedia({ colorScheme })).catch(() => undefined);
};
app.on('browser-window-created', (_event, window) => applyTheme(window));

/** Where a PNG keeps its size: width and height stand in the first chunk, 16 bytes in. */
const sizeOf = (png) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });
const image = (png) =>
  strict('NativeImage', {
    isEmpty: () => !png?.length,
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${png?.toString('base64') ?? ''}`,
    getSize: () => (png?.length > 24 ? sizeOf(png) : { width: 0, height: 0 }),
    resize: () => image(png),
    setTemplateImage: () => undefined,
  });

export const nativeImage = strict('nativeImage', {
  createEmpty: () => image(),
  createFromPath: (path) => image(existsSync(path) ? readFileSync(path) : undefined),
  createFromBuffer: (png) => image(png),
  createFromDataURL: (url) => image(Buffer.from(url.split(',')[1], 'base64')),
});

export const clipboard = strict('clipboard', {
  writeText: (text) => void (state.clipboard.text = text),
  readText: () => state.clipboard.text ?? '',
  writeImage: (picture) => void (state.clipboard.image = picture),
  readImage: () => state.clipboard.image ?? image(),
  clear: () => void (state.clipboard = {}),
});

export const globalShortcut = strict('globalShortcut', {
  register: (accelerator, action) => Boolean(state.shortcuts.set(accelerator, action)),
  unregister: (accelerator) => void state.shortcuts.delete(accelerator),
  unregisterAll: () => state.shortcuts.clear(),
  isRegistered: (accelerator) => state.shortcuts.has(accelerator),
});
