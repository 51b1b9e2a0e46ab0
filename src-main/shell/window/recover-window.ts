import { app, dialog, type BrowserWindow } from 'electron';
import type { Payload, Push } from '../../../src-shared/ipc/pushes.ts';
import { readCrashReport, saveCrashReport } from '../../base/crash/crash-reports.ts';
import { RestartLimit } from '../../base/crash/restart-limit.ts';
import { safeListener } from '../safe-listener.ts';
import type { ShellTexts } from '../shell-texts.ts';

/**
 * Brings the page back when its process ends or hangs, and saves a report; jobs go on meanwhile, because they run in main. Other
 * processes of the window, such as graphics, are started again by Chromium, so the open page only reports their end.
 */
export function recoverWindow(window: BrowserWindow, home: string, texts: () => ShellTexts): void {
  const { webContents } = window;
  const limit = new RestartLimit();
  const reload = (): void => {
    if (window.isDestroyed()) return;
    if (limit.allows(Date.now())) webContents.reload();
    else dialog.showErrorBox('Dropforge', texts().crash.again);
  };
  webContents.on(
    'render-process-gone',
    safeListener((_event, { reason, exitCode }) => {
      if (reason === 'clean-exit') return;
      saveCrashReport(home, 'page', `The process of the page ended: ${reason}, exit code ${exitCode}.`);
      reload();
    }),
  );
  window.on(
    'unresponsive',
    safeListener(() => {
      const { hangs, wait, reload: again } = texts().crash;
      const question = { message: hangs, buttons: [wait, again], cancelId: 0 };
      void dialog.showMessageBox(window, { type: 'warning', ...question }).then(({ response }) => {
        // Its end is an event of its own, which reloads the page.
        if (response === 1 && !window.isDestroyed()) webContents.forcefullyCrashRenderer();
      });
    }),
  );
  app.on(
    'child-process-gone',
    safeListener((_event, { type, reason, exitCode, name }) => {
      // Readers and engines are started again by their pools, which say what they were reading.
      if (reason === 'clean-exit' || type === 'Utility') return;
      const kind = type === 'GPU' ? 'graphics' : 'helper';
      saveCrashReport(home, kind, `The process ${name ?? type} ended: ${reason}, exit code ${exitCode}.`);
      const report: Payload<'crash:changed'> = readCrashReport(home, { onlyNew: true });
      if (!window.isDestroyed()) webContents.send('crash:changed' satisfies Push, report);
    }),
  );
}
