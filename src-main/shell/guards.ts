import { app, session, shell, type WebContents } from 'electron';
import { isAppUrl, mayOpenExternally } from './url-policy.ts';

/** Denies what no page of this app needs: leaving, opening windows, embedding, permissions, devices, downloads. */
export function guardPages(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.on('will-download', (event) => event.preventDefault());
}

function guardContents(contents: WebContents): void {
  contents.on('will-frame-navigate', (event) => {
    // The page never navigates by itself, except to reload; a frame inside it is never right.
    if (!event.isMainFrame || !isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpenExternally(url)) void shell.openExternal(url);
    return { action: 'deny' };
  });
}
