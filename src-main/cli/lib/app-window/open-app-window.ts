import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { makePrivateFolderSync } from '../../../base/files/private-files.ts';
import { saveCrashReport } from '../../../base/crash/crash-reports.ts';
import { RestartLimit } from '../../../base/crash/restart-limit.ts';
import { log } from '../../../base/log/log.ts';
import type { LoopbackSession } from '../../../ipc/loopback/loopback-session.ts';
import { openDevtoolsPipe } from './devtools-pipe.ts';
import { showInWindow } from './show-in-window.ts';

/** A window of a browser that shows only the page. */
export interface AppWindow {
  /** Resolves when the person closed it, or its browser ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** A browser that shows no page after this time is ended; the first start of a profile takes a few seconds. */
const OPEN_TIMEOUT_MS = 30_000;

/** A browser that was told to close is killed after this time. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Opens the page in a window of its own, with a browser of the Chromium family and a profile in the home folder. The secret of
 * the session is neither in the arguments nor in an address: it goes to the page through a pipe. Null if no window appeared.
 */
export async function openAppWindow(
  browser: string,
  home: string,
  session: LoopbackSession,
): Promise<AppWindow | null> {
  const profile = path.join(home, 'browser');
  makePrivateFolderSync(profile);
  const child = spawn(browser, [...FLAGS, `--user-data-dir=${profile}`, `--app=${addressOf(session)}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const pipe = openDevtoolsPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const timer = setTimeout(() => child.kill('SIGKILL'), OPEN_TIMEOUT_MS);
  try {
    const gone = ended.then(() => Promise.reject(new Error('The browser ended.')));
    const limit = new RestartLimit();
    let reload = (): Promise<void> => Promise.resolve();
    const onCrash = (reason: string): void => {
      saveCrashReport(home, 'page', `The process of the page ended: ${reason}.`);
      if (limit.allows(Date.now())) reload().catch((error: unknown) => log.error('window', 'not reloaded', error));
    };
    const shown = await Promise.race([showInWindow(pipe, addressOf(session), session.token, onCrash), gone]);
    ({ reload } = shown);
    // On macOS a browser stays open without windows.
    const closed = Promise.race([ended, shown.whenClosed.then(() => endBrowser(child, ended))]);
    return { closed, close: () => endBrowser(child, ended) };
  } catch (error) {
    log.note('window', `the browser opened no window: ${(error as Error).message}`);
    child.kill('SIGKILL');
    return null;
  } finally {
    clearTimeout(timer);
  }

  async function endBrowser(process: ChildProcess, done: Promise<void>): Promise<void> {
    pipe.send('Browser.close', {}).catch(() => undefined);
    const kill = setTimeout(() => process.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
    await done;
    clearTimeout(kill);
  }
}

const FLAGS = [
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  // This profile shows one page of this computer: nothing is fetched or sent besides.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-features=Translate,MediaRouter,OptimizationHints',
  '--window-size=1440,900',
  // Chromium's own sandbox cannot start as root.
  ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []),
];

const addressOf = ({ port }: LoopbackSession): string => `http://127.0.0.1:${port}/`;
