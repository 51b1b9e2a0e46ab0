import { hasDisplay } from '../../base/has-display.ts';
import { findRunningPage } from '../../ipc/loopback/find-running-page.ts';
import { toPageUrl } from '../../ipc/loopback/loopback-session.ts';
import type { CommandContext } from './command/define-command.ts';
import { openPage } from './open-page.ts';

/** Shows the page that another process serves for this home; false if there is none, or it has another port. */
export async function showRunningPage(port: number, open: boolean, context: CommandContext): Promise<boolean> {
  const running = await findRunningPage(context.home.path);
  if (running === null || (port !== 0 && port !== running.port)) return false;
  await showPage('Dropforge is already running at', toPageUrl(running), open, context);
  return true;
}

/** Prints the link to the page after a sentence, and opens it if there is a display. */
export async function showPage(
  sentence: string,
  url: string,
  open: boolean,
  { home, json }: CommandContext,
): Promise<void> {
  process.stdout.write(json ? `${JSON.stringify({ url })}\n` : `${sentence} ${url}\n`);
  if (open && hasDisplay()) await openPage(home.path, url);
}
