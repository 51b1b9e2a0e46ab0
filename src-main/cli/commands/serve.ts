import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/base/errors.ts';
import { createIncomingFiles } from '../../folders/incoming-files.ts';
import {
  findLoopbackSession,
  createLoopbackSession,
  saveLoopbackSession,
  type LoopbackSession,
} from '../../ipc/loopback/loopback-session.ts';
import { startLoopbackServer } from '../../ipc/loopback/loopback-server.ts';
import { hasDisplay } from '../../base/has-display.ts';
import { PROJECT_ROOT } from '../../base/project-root.ts';
import { resolveHome } from '../../settings/home.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';
import { ensureBuild } from '../lib/ensure-build.ts';
import { createBrowserDesktop } from '../lib/browser-desktop.ts';

/** `dropforge serve`: the very same window for a browser on this computer, until it is interrupted. */
export async function serve(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      home: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : NaN;
  if (!(port <= 65_535)) throw new AppError('config_invalid', 'A port is a number up to 65535.', { subject: '--port' });
  await ensureBuild();
  const home = resolveHome(values.home, process.env);
  const inbox = createIncomingFiles(home.path);
  const app = await openHeadlessApp(home, createBrowserDesktop(), inbox.find);
  try {
    const pageRoot = path.join(PROJECT_ROOT, 'dist', 'renderer');
    const startAt = (place: LoopbackSession) => startLoopbackServer({ app, inbox, pageRoot, ...place });
    const server = await startAt(await findLoopbackSession(home.path, port, Date.now())).catch((error: unknown) => {
      const isWish = port !== 0 || !(error instanceof AppError) || error.code !== 'port_taken';
      if (isWish) throw error;
      // Another program has the last one now.
      return startAt(createLoopbackSession(0));
    });
    await saveLoopbackSession(home.path, server.place);
    app.start();
    const stopped = interrupted();
    process.stdout.write(values.json ? `${JSON.stringify({ url: server.url })}\n` : `Dropforge is at ${server.url}\n`);
    if (!values['no-open'] && hasDisplay()) await openBrowser(server.url);
    await stopped;
    await server.close();
    return 0;
  } finally {
    await app.close();
  }
}

async function openBrowser(url: string): Promise<void> {
  const { default: open } = await import('open');
  const child = await open(url).catch(() => null);
  child?.on('error', () => undefined);
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
