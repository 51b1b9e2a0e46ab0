import { app, session, shell, type WebContents } from 'electron';
import { log } from '../../base/log/log.ts';
import { isAppUrl, isOwnDownload, mayOpenExternally } from './url-policy.ts';

/** The page may write text to the clipboard on a click, but never read it. */
const CLIPBOARD_WRITE = 'clipboard-sanitized-write';

/**
 * Denies everything the page does not need: navigation, new windows, webviews, permissions, devices and foreign downloads. Only
 * external pages of the allow-list and the updates page are opened, in the user's browser.
 */
export function guardPages(getUpdatesPage: () => string | null): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, getUpdatesPage));
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((contents, permission, decide) =>
    decide(permission === CLIPBOARD_WRITE && isAppUrl(contents.getURL())),
  );
  defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === CLIPBOARD_WRITE && isAppUrl(origin),
  );
  defaultSession.setDevicePermissionHandler(() => false);
  // Without a save path, Electron asks the user for one.
  defaultSession.on('will-download', (event, item) => {
    if (!isOwnDownload(item.getURL())) event.preventDefault();
  });
}

function guardContents(contents: WebContents, getUpdatesPage: () => string | null): void {
  contents.on('will-frame-navigate', (event) => {
    // The page navigates only to reload, and has no inner frames.
    if (!event.isMainFrame || !isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpenExternally(url, getUpdatesPage())) {
      shell.openExternal(url).catch((error: unknown) => log.error('window', 'the browser was not opened', error));
    }
    return { action: 'deny' };
  });
}
