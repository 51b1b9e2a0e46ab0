import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OWNER_ONLY } from '../../base/files/durable-file.ts';

/** The redirect file is removed after this time; a browser has read it by then. */
const REDIRECT_MS = 60_000;

/**
 * Opens the address of the page in the default browser. Other users of the computer can read the arguments of every
 * process, so the browser gets the path of a file that only this user may read, and the file leads to the address. The
 * server of the page calls `removeRedirect` when it ends.
 */
export async function openPage(home: string, url: string): Promise<void> {
  // An existing file would keep its permissions.
  await removeRedirect(home);
  const file = redirectIn(home);
  await writeFile(file, redirectTo(url), { mode: OWNER_ONLY, flag: 'wx' });
  setTimeout(() => void removeRedirect(home).catch(() => undefined), REDIRECT_MS).unref();
  const { default: open } = await import('open');
  // Desktop tools of Linux look at BROWSER for addresses only, not for files.
  const browser = process.platform === 'linux' ? process.env['BROWSER']?.split(':')[0] : undefined;
  const child = await open(file, browser ? { app: { name: browser } } : {}).catch(() => null);
  child?.on('error', () => undefined);
}

/** Removes the file of `openPage`, if there is one. */
export async function removeRedirect(home: string): Promise<void> {
  await rm(redirectIn(home), { force: true });
}

function redirectIn(home: string): string {
  return path.join(home, 'open.html');
}

function redirectTo(url: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Dropforge</title>
<p><a href="${url}">Open Dropforge</a></p>
</html>
`;
}
