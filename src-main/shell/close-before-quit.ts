import type { App } from '../app-deps.ts';
import type { AppParts } from '../app.ts';
import { log } from '../base/log/log.ts';
import { listenForStarts, type StartedApp } from './listen-for-starts.ts';

/** Maximum wait for a clean shutdown; unfinished work is on disk and resumes at the next start. */
const CLOSE_TIMEOUT_MS = 10_000;

/** Maximum wait for an update to be installed; a longer one is given up, and the old version stays. */
const INSTALL_TIMEOUT_MS = 120_000;

/** The program that quits; Electron's `app` is one. */
interface QuittingApp extends StartedApp {
  on: StartedApp['on'] & ((event: 'will-quit', listen: (event: { preventDefault(): void }) => void) => unknown);
  relaunch(options: { readonly execPath: string; readonly args: string[] }): void;
  quit(): void;
}

/**
 * Delays quitting until the app is closed, and a downloaded update is installed, or the timeout expires. If somebody starts the
 * app meanwhile, it starts again at the end: `program` is what starts it, `args` are the arguments of this process.
 */
export function closeBeforeQuit(
  app: QuittingApp,
  running: Pick<App, 'close'> & { readonly updates: Pick<AppParts['updates'], 'planInstall'> },
  { program, args }: { readonly program: string; readonly args: readonly string[] },
): void {
  let closing = false;
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    if (closing) return;
    closing = true;
    const nextStart = listenForStarts(app, args);
    const install = planInstall(running.updates);
    let isInstalled = install !== null;
    const onError = (error: unknown): void => {
      isInstalled = false;
      log.error('updates', 'not installed', error);
    };
    const close = (): Promise<void> =>
      running.close().catch((error: unknown) => log.error('window', 'closing the app failed', error));
    void orTimeout(close(), CLOSE_TIMEOUT_MS)
      .then(() => orTimeout(install?.(onError, nextStart() !== null), INSTALL_TIMEOUT_MS))
      .then(() => {
        const next = nextStart();
        // What was installed starts itself, and must not be started while it is replaced.
        if (next !== null && !isInstalled) app.relaunch({ execPath: program, args: next });
        stopped = true;
        app.quit();
      });
  });
}

/** An update that cannot be planned must not keep the app from closing. */
function planInstall(updates: Pick<AppParts['updates'], 'planInstall'>): ReturnType<typeof updates.planInstall> {
  try {
    return updates.planInstall();
  } catch (error) {
    log.error('updates', 'not installed', error);
    return null;
  }
}

/** Resolves when the work is done, or after a time. */
async function orTimeout(work: Promise<void> | undefined, ms: number): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
}
