import { app } from 'electron';
import { LINK_SCHEME } from './dropforge-link.ts';

/**
 * Registers the app for `dropforge:` links on Windows, where no package format does. Packages for Linux and macOS declare the
 * scheme themselves. Chromium reads no switch after `--`, so that a link cannot contain one.
 */
export function registerLinkScheme(): void {
  if (process.platform === 'win32' && app.isPackaged)
    app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--']);
}
