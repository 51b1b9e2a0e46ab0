// ipcMain, and the main side of what a page's preload calls.
import { EventEmitter } from 'node:events';
import { strict } from './strict.mjs';
import { wire } from './wire.mjs';

const { pack, unpack } = wire();

class IpcMain extends EventEmitter {
  handlers = new Map();
  handle(channel, listener) {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, listener);
  }
  handleOnce(channel, listener) {
    this.handle(channel, (...all) => {
      this.handlers.delete(channel);
      return listener(...all);
    });
  }
  removeHandler(channel) {
    this.handlers.delete(channel);
  }
}

export const ipcMain = strict('ipcMain', new IpcMain());

/** What a listener gets first. Only top frames have a preload here, so `senderFrame.parent` is always null. */
const eventFrom = (contents) => {
  const url = contents.getURL();
  return { type: 'frame', sender: contents, processId: 1, frameId: 1, senderFrame: contents.mainFrame, url };
};

/** Answers one message of a page: text in, text out. Errors are worded as Electron words them. */
export async function answerPage(contents, text) {
  const { kind, channel, args } = unpack(text);
  const event = eventFrom(contents);
  if (kind === 'send') {
    ipcMain.emit(channel, { ...event, reply: (to, ...rest) => contents.send(to, ...rest) }, ...args);
    return undefined;
  }
  const failed = (error) => pack({ error: `Error invoking remote method '${channel}': ${error}` });
  const listener = ipcMain.handlers.get(channel);
  if (!listener) return failed(`Error: No handler registered for '${channel}'`);
  try {
    return pack({ value: structuredClone(await listener(event, ...args)) });
  } catch (error) {
    return failed(error);
  }
}

/** Answers `ipcRenderer.sendSync` while the page stands still. */
export function answerPageNow(contents, text) {
  const { channel, args } = unpack(text);
  const event = { ...eventFrom(contents), returnValue: undefined };
  ipcMain.emit(channel, event, ...args);
  return pack(event.returnValue);
}

/** The text that delivers `webContents.send` to a page. */
export const packPush = (args) => pack(structuredClone(args));
