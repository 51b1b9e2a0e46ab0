import { hasDisplay } from '../../base/has-display.ts';
import { findRunningPage } from '../../ipc/loopback/find-running-page.ts';
import type { LoopbackSession } from '../../ipc/loopback/loopback-session.ts';
import { createPageLink, TICKET_MINUTES } from '../../ipc/loopback/page-tickets.ts';
import type { CommandContext } from './command/define-command.ts';
import { openPage } from './open-page.ts';

/** Shows the page that another process serves for this home; false if there is none, or it has another port. */
export async function showRunningPage(port: number, open: boolean, context: CommandContext): Promise<boolean> {
  const running = await findRunningPage(context.home.path);
  if (running === null || (port !== 0 && port !== running.port)) return false;
  await showPage('Dropforge is already running at', running, open, context);
  return true;
}

/** Prints a link to the page after a sentence, and opens the page with another one if there is a display. */
export async function showPage(
  sentence: string,
  session: LoopbackSession,
  open: boolean,
  { home, json }: CommandContext,
): Promise<void> {
  const url = createPageLink(session);
  const limit = `The link works once, within ${TICKET_MINUTES} minutes. Run this command again to get a new link.`;
  process.stdout.write(json ? `${JSON.stringify({ url })}\n` : `${sentence} ${url}\n${limit}\n`);
  if (open && hasDisplay()) await openPage(home.path, createPageLink(session));
}
