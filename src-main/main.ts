import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { toErrorInfo } from '../src-shared/base/errors.ts';
import { INTERRUPTED_STATUS } from './cli/lib/interrupt.ts';
import { registerAppScheme } from './shell/ipc/app-protocol.ts';
import { receiveOpenRequests } from './shell/open/receive-open-requests.ts';
import { spawnUtilityService } from './shell/processes/spawn-utility-service.ts';
import { startUtilityReader } from './shell/processes/start-utility-reader.ts';
import { findCommandArguments, toCommandLine } from './shell/shell-arguments.ts';
import { findShellHome } from './shell/shell-home.ts';
import { registerLinkScheme } from './shell/open/register-link-scheme.ts';
import { safeListener } from './shell/safe-listener.ts';
import { startShell } from './shell/start-shell.ts';
import { findInstalledProgram } from './shell/installed-program.ts';
import { getShellTexts } from './shell/shell-texts.ts';
import { catchCrashes } from './base/crash/catch-crashes.ts';
import { countCrashes } from './base/crash/crash-reports.ts';
import { allowsRestart, PERIOD_MS } from './base/crash/restart-limit.ts';
import { toEnglish } from '../src-shared/messages/english.ts';

const command = findCommandArguments(process.argv.slice(1));
if (command) runCommand(command);
else openWindow();

// `ready` comes after this module is evaluated, so it must not be awaited at the top level.

function openWindow(): void {
  const home = findShellHome(process.argv.slice(1), process.env);
  mkdirSync(home.path, { recursive: true });
  app.setPath('userData', home.path);
  // Chromium's caches and cookies are kept separate from the user's data.
  app.setPath('sessionData', join(home.path, 'window'));
  registerAppScheme();
  catchCrashes(home.path, () => restartAfterCrash(home.path));
  const openRequests = receiveOpenRequests();
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  registerLinkScheme(app, process);
  void app.whenReady().then(() => startShell(home, openRequests).catch(refuseToStart));
}

/** Runs the command line in place of the window: an installed app brings no other program that could. */
function runCommand(args: readonly string[]): void {
  // A window may be open, and two processes must not share Chromium's folder.
  const session = mkdtempSync(join(tmpdir(), 'dropforge-command-'));
  app.setPath('sessionData', session);
  app.on(
    'quit',
    safeListener(() => rmSync(session, { recursive: true, force: true })),
  );
  // Electron turns Ctrl C into a request to quit; the command finishes what it has begun.
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (!process.emit('SIGINT')) app.exit(INTERRUPTED_STATUS);
  });
  void app.whenReady().then(async () => {
    if (process.platform === 'darwin') app.dock?.hide();
    const { setCommandHost } = await import('./cli/lib/open/command-host.ts');
    const { runCli } = await import('./cli/run-cli.ts');
    setCommandHost({
      spawnService: spawnUtilityService,
      startReader: startUtilityReader,
      command: toCommandLine(findInstalledProgram(app, process)),
      isNode: false,
    });
    app.exit(await runCli(args));
  });
}

function refuseToStart(thrown: unknown): void {
  console.error(thrown);
  dialog.showErrorBox('Dropforge could not start', toEnglish(toErrorInfo(thrown).detail));
  app.exit(1);
}

/** Starts again after an error that nobody caught, unless that keeps happening; the window then shows what happened. */
function restartAfterCrash(home: string): void {
  const [execPath] = findInstalledProgram(app, process);
  if (allowsRestart(countCrashes(home, 'app', Date.now() - PERIOD_MS)))
    app.relaunch({ execPath, args: process.argv.slice(1) });
  else dialog.showErrorBox('Dropforge', getShellTexts('system', app.getLocale()).crash.stopped);
  app.exit(1);
}
