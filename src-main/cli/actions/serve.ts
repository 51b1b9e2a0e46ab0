import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import { createIncomingFiles } from '../../folders/incoming-files.ts';
import {
  findLoopbackSession,
  createLoopbackSession,
  saveLoopbackSession,
  type LoopbackSession,
} from '../../ipc/loopback/loopback-session.ts';
import { startLoopbackServer } from '../../ipc/loopback/loopback-server.ts';
import { catchCrashes } from '../../base/crash/catch-crashes.ts';
import { PROJECT_ROOT } from '../../base/project-root.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';
import { removeRedirect } from '../lib/open-page.ts';
import { showPage, showRunningPage } from '../lib/show-page.ts';
import type { AppWindow } from '../lib/app-window/open-app-window.ts';
import { buildExtras, ensureBuild } from '../lib/ensure-build.ts';
import { createBrowserDesktop } from '../lib/browser-desktop.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { endOfRunning, listenForInterrupt } from '../lib/interrupt.ts';

/** Exit code after an error that nobody caught (sysexits.h, EX_SOFTWARE). */
const INTERNAL_ERROR = 70;

/** Options of `dropforge serve`. */
export interface ServeInput {
  /** 0 means the port of the last time, else any free one. */
  readonly port: number;
  /** True to open a browser if there is a display. */
  readonly open: boolean;
  /** Folders that the page may use, besides the default ones and those of the settings. */
  readonly allow: readonly string[];
  /** Opens a window for the page instead of a browser tab, and ends with it; resolves to null if there is none. */
  readonly openWindow?: (session: LoopbackSession) => Promise<AppWindow | null>;
}

/**
 * Serves the window to a browser on this computer until it is interrupted. If another process serves this home already,
 * prints and opens the link to that page instead. `pageBuild`: a build of the page that has begun already.
 */
export async function serve(
  { port, open, allow, openWindow }: ServeInput,
  context: CommandContext,
  pageBuild?: Promise<void>,
): Promise<number> {
  const { home } = context;
  // A running page keeps its port and folders, so a request for others is answered by the error of `openHeadlessApp`.
  if (allow.length === 0 && (await showRunningPage(port, open, context))) return 0;
  // Beside each other: either takes its time.
  const build = pageBuild ?? ensureBuild('page');
  build.catch(() => undefined);
  const inbox = createIncomingFiles(home.path);
  const app = await openHeadlessApp(home, {
    desktop: createBrowserDesktop(),
    findUpload: inbox.find,
    allowedFolders: allow.map((folder) => path.resolve(folder)),
  });
  const stopCatching = catchCrashes(home.path, endAfterCrash);
  try {
    await build;
    const pageRoot = path.join(PROJECT_ROOT, 'dist', 'renderer');
    const startAt = (place: LoopbackSession) => startLoopbackServer({ app, inbox, pageRoot, ...place });
    const server = await startAt(await findLoopbackSession(home.path, port, Date.now())).catch((error: unknown) => {
      const isRequested = port !== 0 || !(error instanceof AppError) || error.code !== 'port_taken';
      if (isRequested) throw error;
      // Another program took the port of the last time.
      return startAt(createLoopbackSession(0));
    });
    await saveLoopbackSession(home.path, server.place);
    app.start();
    const { interrupted, signal } = listenForInterrupt();
    void server.connected.then(() => buildExtras(signal));
    const window = open ? ((await openWindow?.(server.place)) ?? null) : null;
    await showPage('Dropforge is at', server.place, open && window === null, context);
    await (window === null ? interrupted : Promise.race([interrupted, window.closed]));
    await window?.close();
    await removeRedirect(home.path);
    await server.close();
    return endOfRunning();
  } finally {
    await app.close();
    stopCatching();
  }
}

/** A terminal shows what happened; the page shows it at the next start. */
function endAfterCrash(): void {
  process.stderr.write('Dropforge stopped because of an internal error. Start it again: your jobs continue.\n');
  process.exit(INTERNAL_ERROR);
}
