import type { App } from '../app-deps.ts';
import type { AppParts } from '../app.ts';
import { log } from '../base/log/log.ts';

/** Maximum wait for a clean shutdown; unfinished work is on disk and resumes at the next start. */
const CLOSE_TIMEOUT_MS = 10_000;

/** Maximum wait for an update to be installed; a longer one is given up, and the old version stays. */
const INSTALL_TIMEOUT_MS = 120_000;

/** The program that quits; Electron's `app` is one. */
interface QuittingApp {
  on(event: 'will-quit', listen: (event: { preventDefault(): void }) => void): unknown;
  quit(): void;
}

/** Delays quitting until the app is closed, and a downloaded update is installed, or the timeout expires. */
export function closeBeforeQuit(
  app: QuittingApp,
  running: Pick<App, 'close'> & { readonly updates: Pick<AppParts['updates'], 'planInstall'> },
): void {
  let closing = false;
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    if (closing) return;
    closing = true;
    const install = running.updates.planInstall();
    const close = (): Promise<void> =>
      running.close().catch((error: unknown) => log.error('window', 'closing the app failed', error));
    void orTimeout(close(), CLOSE_TIMEOUT_MS)
      .then(() =>
        orTimeout(
          install?.((error) => log.error('updates', 'not installed', error)),
          INSTALL_TIMEOUT_MS,
        ),
      )
      .then(() => {
        stopped = true;
        app.quit();
      });
  });
}

/** Resolves when the work is done, or after a time. */
async function orTimeout(work: Promise<void> | undefined, ms: number): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
}
