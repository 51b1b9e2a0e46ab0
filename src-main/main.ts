import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { toErrorInfo } from '../src-shared/base/errors.ts';
import { registerAppScheme } from './shell/ipc/app-protocol.ts';
import { findShellHome } from './shell/shell-home.ts';
import { startShell } from './shell/start-shell.ts';
import { toEnglish } from '../src-shared/messages/english.ts';

const home = findShellHome(process.argv.slice(1), process.env);
mkdirSync(home.path, { recursive: true });
app.setPath('userData', home.path);
// Chromium's caches and cookies are kept separate from the user's data.
app.setPath('sessionData', join(home.path, 'window'));
registerAppScheme();

// `ready` comes after this module is evaluated, so it must not be awaited at the top level.
if (app.requestSingleInstanceLock()) void app.whenReady().then(() => startShell(home).catch(refuseToStart));
else app.quit();

function refuseToStart(thrown: unknown): void {
  console.error(thrown);
  dialog.showErrorBox('Dropforge could not start', toEnglish(toErrorInfo(thrown).detail));
  app.exit(1);
}
