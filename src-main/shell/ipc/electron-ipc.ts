import { ipcMain, type BrowserWindow, type WebContents } from 'electron';
import type { App, AppPage } from '../../app-deps.ts';
import { dispatch } from '../../ipc/dispatch.ts';
import { toTooLargeReply } from '../../../src-shared/ipc/call-limits.ts';
import { CALL_NAMES } from '../../../src-shared/ipc/channels.ts';
import { isMessageTooLarge } from './message-size.ts';
import { isOwnPage } from './own-page.ts';

/** Handles the page's calls, one handler per channel; calls of foreign frames are rejected, oversized ones get an error. */
export function handleWindowCalls(app: App): void {
  const pages = new WeakMap<WebContents, AppPage>();
  const pageOf = (sender: WebContents): AppPage => {
    const known = pages.get(sender);
    if (known) return known;
    const page = app.openPage();
    pages.set(sender, page);
    sender.once('destroyed', page.close);
    return page;
  };
  for (const channel of CALL_NAMES) {
    ipcMain.handle(channel, async (event, input: unknown) => {
      if (!isOwnPage(event.senderFrame)) throw new Error('Refused.');
      if (isMessageTooLarge(channel, input)) return toTooLargeReply();
      return await dispatch(pageOf(event.sender), channel, input);
    });
  }
}

/** Sends all pushes to the window's page until the window is closed. */
export function sendPushes(app: App, window: BrowserWindow): void {
  const stop = app.onPush((channel, payload) => {
    if (!window.isDestroyed()) window.webContents.send(channel, payload);
  });
  window.once('closed', stop);
}
