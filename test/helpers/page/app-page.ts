import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { openHeadlessApp, type HeadlessPage } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { createIncomingFiles } from '../../../src-main/folders/incoming-files.ts';
import { startLoopbackServer } from '../../../src-main/ipc/loopback/loopback-server.ts';
import { createLoopbackSession } from '../../../src-main/ipc/loopback/loopback-session.ts';
import { createPageLink } from '../../../src-main/ipc/loopback/page-tickets.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { createDesktop } from '../desktop.ts';
import { chromiumFlags, getChromium } from './chromium.ts';
import { collectProblems, type ServedPage } from './served-page.ts';

/** The page of an app in this process; `close()` ends both. */
export interface AppPage extends Pick<ServedPage, 'page' | 'problems'> {
  close(): Promise<void>;
}

/** Opens an app with a home of its own in this process, so that a test can give it what no command does, and its page. */
export async function openAppPage(folder: string, given: HeadlessPage): Promise<AppPage> {
  const home = resolveHome(folder, {});
  const inbox = createIncomingFiles(home.path);
  const app = await openHeadlessApp(home, { desktop: createDesktop(), findUpload: inbox.find, ...given });
  const pageRoot = path.join(PROJECT_ROOT, 'dist', 'renderer');
  const server = await startLoopbackServer({ app, inbox, pageRoot, ...createLoopbackSession(0) });
  app.start();
  const browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
    await app.close();
  };
  try {
    const page: Page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const { problems } = collectProblems(page);
    await page.goto(createPageLink(server.place));
    await page.locator('main.empty, [role="row"]').first().waitFor();
    return { page, problems, close };
  } catch (error) {
    await close();
    throw error;
  }
}
