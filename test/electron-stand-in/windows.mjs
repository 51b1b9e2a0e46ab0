// `BrowserWindow`: a Chromium page each; what a window manager would do is remembered, not done.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { app } from './app.mjs';
import { answerPage, answerPageNow } from './ipc.mjs';
import { pageRuntime } from './page.mjs';
import { toBrowserUrl } from './protocol.mjs';
import { record, state } from './state.mjs';
import { cancelable, strict } from './strict.mjs';
import { createWebContents, wireWebContents } from './web-contents.mjs';
import { wire } from './wire.mjs';

let nextId = 1;

class Window extends EventEmitter {
  page = null;
  /** The address `loadURL` is on its way to; a page's own navigation is anything else. */
  loading = null;
  gone = false;
  progress = -1;
  minimized = false;
  maximized = false;
  fullScreen = false;

  constructor(options = {}) {
    super();
    if (!state.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    this.id = nextId++;
    this.options = options;
    this.title = options.title ?? app.getName();
    this.visible = options.show !== false;
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 };
    this.minimumSize = [options.minWidth ?? 0, options.minHeight ?? 0];
    this.webContents = null;
    const self = strict('BrowserWindow', this);
    self.webContents = createWebContents(self);
    self.opening = open(self);
    self.opening.catch((error) => {
      if (state.quitting) return;
      console.error(error);
      process.exitCode = 1;
    });
    state.windows.set(self.id, self);
    queueMicrotask(() => {
      app.emit('browser-window-created', {}, self);
      app.emit('web-contents-created', {}, self.webContents);
    });
    return self;
  }
  async loadURL(url) {
    await this.opening;
    this.loading = toBrowserUrl(url);
    try {
      await this.page.goto(this.loading);
    } catch (error) {
      if (!this.gone && !state.quitting) throw error;
    }
  }
  close() {
    const event = cancelable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy() {
    this.opening.then(() => this.page.close()).catch(() => closed(this));
  }
  isDestroyed() {
    return this.gone;
  }
  show() {
    this.visible = true;
    this.emit('show');
    this.focus();
  }
  showInactive() {
    this.visible = true;
    this.emit('show');
  }
  hide() {
    this.visible = false;
    this.emit('hide');
  }
  isVisible() {
    return this.visible;
  }
  focus() {
    state.focused = this;
    this.emit('focus');
  }
  blur() {
    state.focused = null;
    this.emit('blur');
  }
  isFocused() {
    return state.focused?.id === this.id;
  }
  minimize() {
    this.minimized = true;
    this.emit('minimize');
  }
  restore() {
    this.minimized = false;
    this.emit('restore');
  }
  isMinimized() {
    return this.minimized;
  }
  maximize() {
    this.maximized = true;
    this.emit('maximize');
  }
  unmaximize() {
    this.maximized = false;
    this.emit('unmaximize');
  }
  isMaximized() {
    return this.maximized;
  }
  setFullScreen(on) {
    this.fullScreen = on;
  }
  isFullScreen() {
    return this.fullScreen;
  }
  setTitle(title) {
    this.title = title;
  }
  getTitle() {
    return this.title;
  }
  getBounds() {
    return { ...this.bounds };
  }
  getNormalBounds() {
    return { ...this.bounds };
  }
  setBounds(bounds) {
    Object.assign(this.bounds, bounds);
    const { width, height } = this.bounds;
    this.opening.then(() => this.page.setViewportSize({ width, height })).catch(() => undefined);
    this.emit('resize');
  }
  getSize() {
    return [this.bounds.width, this.bounds.height];
  }
  setSize(width, height) {
    this.setBounds({ width, height });
  }
  center() {
    this.setBounds({ x: 560, y: 240 });
  }
  getMinimumSize() {
    return this.minimumSize;
  }
  setProgressBar(progress) {
    record('window.setProgressBar', progress);
    this.progress = progress;
  }
  setBackgroundColor(color) {
    this.options.backgroundColor = color;
  }
  setMenuBarVisibility() {}
  flashFrame() {}
  static getAllWindows() {
    return [...state.windows.values()];
  }
  static fromWebContents(contents) {
    return contents?.window ?? null;
  }
  static fromId(id) {
    return state.windows.get(id) ?? null;
  }
  static getFocusedWindow() {
    return state.focused;
  }
}

export const BrowserWindow = strict('BrowserWindow', Window);

async function open(window) {
  const page = await state.context.newPage();
  window.page = page;
  const { width, height } = window.bounds;
  await page.setViewportSize({ width, height });
  const cdp = await state.context.newCDPSession(page);
  await page.exposeBinding('__electronStandIn', (_source, text) => answerPage(window.webContents, text));
  await addPreload(page, window.options.webPreferences ?? {});
  await answerPausedPage(window.webContents, cdp);
  page.once('domcontentloaded', () => window.emit('ready-to-show'));
  page.on('close', () => closed(window));
  await wireWebContents(window.webContents, page, cdp);
}

/** Puts the preload before the page's scripts. A preload that would not run in a sandbox is refused. */
async function addPreload(page, { preload, sandbox, nodeIntegration, contextIsolation }) {
  if (preload === undefined) return;
  if (sandbox === false || nodeIntegration === true || contextIsolation === false) {
    throw new Error('Electron stand-in: only sandboxed, isolated preloads are supported');
  }
  const versions = JSON.stringify({ ...process.versions, platform: process.platform });
  const source = readFileSync(preload, 'utf8');
  const run = `(require, process) => { const module = { exports: {} }, exports = module.exports;\n${source}\n}`;
  await page.addInitScript(`(${pageRuntime})(${wire}, ${run}, ${versions});`);
}

/** Answers `askNow` of the page runtime: the page stands at its `debugger` statement until this is done. */
async function answerPausedPage(contents, cdp) {
  const answers = {
    path: async ({ objectId }) => (await cdp.send('DOM.getFileInfo', { objectId })).path,
    sendSync: ({ value }) => answerPageNow(contents, value),
  };
  cdp.on('Debugger.paused', async ({ callFrames: [frame] }) => {
    const evaluate = async (expression) =>
      (await cdp.send('Debugger.evaluateOnCallFrame', { callFrameId: frame.callFrameId, expression })).result;
    try {
      const question = (await evaluate('__question')).value;
      const answer = await answers[question](await evaluate('__argument'));
      await evaluate(`__answer = ${JSON.stringify(answer)}`);
    } catch (error) {
      console.error('Electron stand-in: cannot answer a waiting page:', error.message);
    }
    await cdp.send('Debugger.resume').catch(() => undefined);
  });
  await cdp.send('Debugger.enable');
}

function closed(window) {
  if (!state.windows.delete(window.id)) return;
  window.gone = true;
  if (state.focused?.id === window.id) state.focused = null;
  window.emit('closed');
  window.webContents.emit('destroyed');
  if (state.windows.size > 0 || state.quitting) return;
  if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
  else app.quit();
}
