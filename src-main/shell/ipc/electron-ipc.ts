import { ipcMain, type BrowserWindow, type WebContents, type WebFrameMain } from 'electron';
import type { App, AppPage } from '../../app-deps.ts';
import { dispatch } from '../../ipc/dispatch.ts';
import { CALL_NAMES } from '../../../src-shared/ipc/channels.ts';
import { isMessageTooLarge } from './message-size.ts';
import { isAppUrl } from '../window/url-policy.ts';

/** Answers the page's calls, one handler per channel of the contract; foreign frames and flooding are turned away. */
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
      if (!isOwnPage(event.senderFrame) || isMessageTooLarge(channel, input)) throw new Error('Refused.');
      return await dispatch(pageOf(event.sender), channel, input);
    });
  }
}

/** Sends every push to the window's page, until the window is gone. */
export function sendPushes(app: App, window: BrowserWindow): void {
  const stop = app.onPush((channel, payload) => {
    if (!window.isDestroyed()) window.webContents.send(channel, payload);
  });
  window.once('closed', stop);
}

/** The app's page in the top frame. A frame that navigated away while its message was on the way is null. */
function isOwnPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && isAppUrl(frame.url);
}
