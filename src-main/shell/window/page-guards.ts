import { app, session, shell, type WebContents } from 'electron';
import { isAppUrl, isOwnDownload, mayOpenExternally } from './url-policy.ts';

/** The page may put text on the clipboard when a person presses a button for that; it never reads there. */
const COPY = 'clipboard-sanitized-write';

/**
 * Denies what no page of this app needs: leaving, opening windows, embedding, permissions, devices, foreign downloads. Of
 * foreign pages only those of the list and `pageOfUpdates` are opened, in the person’s browser.
 */
export function guardPages(pageOfUpdates: () => string | null): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, pageOfUpdates));
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((contents, permission, decide) =>
    decide(permission === COPY && isAppUrl(contents.getURL())),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => permission === COPY && isAppUrl(origin));
  defaultSession.setDevicePermissionHandler(() => false);
  // Without a path of ours Electron asks the person where it goes.
  defaultSession.on('will-download', (event, item) => {
    if (!isOwnDownload(item.getURL())) event.preventDefault();
  });
}

function guardContents(contents: WebContents, pageOfUpdates: () => string | null): void {
  contents.on('will-frame-navigate', (event) => {
    // The page never navigates by itself, except to reload; a frame inside it is never right.
    if (!event.isMainFrame || !isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpenExternally(url, pageOfUpdates())) void shell.openExternal(url);
    return { action: 'deny' };
  });
}
