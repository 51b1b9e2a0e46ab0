// `webContents`: what a window shows, and what its page may do.
import { EventEmitter } from 'node:events';
import { packPush } from './ipc.mjs';
import { session, toAppUrl } from './protocol.mjs';
import { record, state } from './state.mjs';
import { cancelable, strict } from './strict.mjs';

class WebContents extends EventEmitter {
  session = session.defaultSession;
  targetId = null;
  loaded = false;
  zoom = 1;
  openHandler = () => ({ action: 'allow' });

  constructor(window) {
    super();
    this.window = window;
    this.id = window.id;
  }
  getURL() {
    return toAppUrl(this.window.page?.url() ?? '');
  }
  getTitle() {
    return this.window.getTitle();
  }
  get mainFrame() {
    const url = this.getURL();
    const [origin = 'null'] = /^[a-z][\w+.-]*:\/\/[^/]*/i.exec(url) ?? [];
    const frame = { url, origin, parent: null, detached: false, routingId: 1, processId: 1 };
    return { ...frame, top: frame };
  }
  isDestroyed() {
    return this.window.isDestroyed();
  }
  isLoading() {
    return !this.loaded;
  }
  isFocused() {
    return this.window.isFocused();
  }
  focus() {
    this.window.focus();
  }
  close() {
    this.window.close();
  }
  forcefullyCrashRenderer() {
    record('webContents.forcefullyCrashRenderer');
  }
  reload() {
    void this.window.page?.reload().catch(() => undefined);
  }
  /** Messages to a page that is gone are dropped, as in Electron. */
  send(channel, ...args) {
    const text = packPush(args);
    const deliver = ([to, packed]) => globalThis[Symbol.for('electron-stand-in')]?.(to, packed);
    this.window.opening.then(() => this.window.page.evaluate(deliver, [channel, text])).catch(() => undefined);
  }
  async executeJavaScript(code) {
    await this.window.opening;
    return this.window.page.evaluate(code);
  }
  setWindowOpenHandler(handler) {
    this.openHandler = handler;
  }
  setZoomFactor(factor) {
    this.zoom = factor;
  }
  getZoomFactor() {
    return this.zoom;
  }
  setVisualZoomLevelLimits() {
    return Promise.resolve();
  }
  /** The operating system's part: what would be dragged is noted. */
  startDrag({ file, files = [file], icon }) {
    if (!files.every((each) => typeof each === 'string' && each !== '')) throw new Error('startDrag needs files');
    if (icon === undefined) throw new Error('startDrag needs an icon');
    record('webContents.startDrag', files);
  }
  openDevTools() {}
  closeDevTools() {}
  toggleDevTools() {}
  isDevToolsOpened() {
    return false;
  }
}

/** Makes the strict contents of a window. */
export const createWebContents = (window) => strict('webContents', new WebContents(window));

/** Turns what Chromium reports about the page into the events of Electron. */
export async function wireWebContents(contents, page, cdp) {
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  contents.targetId = targetInfo.targetId;
  page.on('console', (message) => contents.emit('console-message', { level: message.type(), message: message.text() }));
  page.on('crash', () => contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }));
  page.on('domcontentloaded', () => contents.emit('dom-ready', {}));
  page.on('load', () => {
    contents.loaded = true;
    contents.emit('did-finish-load', {});
  });
  page.on('download', (download) => {
    const event = cancelable();
    const item = { getURL: () => toAppUrl(download.url()), getFilename: () => download.suggestedFilename() };
    contents.session.emit('will-download', event, item, contents);
    if (event.defaultPrevented) void download.cancel().catch(() => undefined);
  });
  await guardNavigation(contents, page, cdp);
  await guardPopups(contents, page, cdp);
}

/** A page that wants to leave is asked about with `will-frame-navigate`, and `will-navigate` for the top frame. */
async function guardNavigation(contents, page, cdp) {
  cdp.on('Fetch.requestPaused', ({ requestId, request, frameId }) => {
    const url = toAppUrl(request.url);
    const isMainFrame = frameId === contents.targetId;
    const ours = isMainFrame && [contents.window.loading, page.url()].includes(request.url);
    const event = cancelable({ url, isMainFrame, frame: { url } });
    if (!ours) contents.emit('will-frame-navigate', event);
    if (!ours && isMainFrame) contents.emit('will-navigate', event, url);
    const verdict = event.defaultPrevented
      ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : cdp.send('Fetch.continueRequest', { requestId });
    verdict.catch(() => undefined);
  });
  await cdp.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
}

/** `window.open` is asked about; only a refusal is supported, and a popup is closed in any case. */
async function guardPopups(contents, page, cdp) {
  page.on('popup', (popup) => void popup.close().catch(() => undefined));
  cdp.on('Page.windowOpen', ({ url, windowName }) => {
    const details = { url: toAppUrl(url), frameName: windowName, features: '', disposition: 'foreground-tab' };
    if (contents.openHandler(details).action !== 'deny') {
      console.error('Electron stand-in: setWindowOpenHandler may only deny');
    }
  });
  await cdp.send('Page.enable');
}

const all = () => [...state.windows.values()].map((window) => window.webContents);

export const webContents = strict('webContents', {
  getAllWebContents: all,
  fromId: (id) => state.windows.get(id)?.webContents,
  fromDevToolsTargetId: (targetId) => all().find((contents) => contents.targetId === targetId),
});
