import { hasDisplay } from '../base/has-display.ts';
import { openAppWindow, type AppWindow } from '../cli/lib/app-window/open-app-window.ts';
import { findProgram } from '../dcc/detect/find-program.ts';
import type { LoopbackSession } from '../ipc/loopback/loopback-session.ts';

/**
 * Opens the page in a window of Chrome, Edge or Chromium; null where there is none, or no display. A person who chose a browser
 * with BROWSER gets a tab of it.
 */
export async function openBrowserWindow(home: string, session: LoopbackSession): Promise<AppWindow | null> {
  const browser = process.env['BROWSER'] || !hasDisplay() ? null : findProgram('chromium');
  return browser === null ? null : openAppWindow(browser, home, session);
}
