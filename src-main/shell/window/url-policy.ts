/** Scheme and host of the page in the window. */
export const APP_ORIGIN = 'app://dropforge';

/** Sites that the window may open in the person's browser. */
const EXTERNAL_HOSTS: ReadonlySet<string> = new Set(['www.blender.org', 'docs.blender.org']);

/** Whether a URL is the app's own page; nothing else may fill the window or call main. */
export function isAppUrl(url: string): boolean {
  // Compared as text on purpose: parsers differ in what they do with schemes they do not know.
  return url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`);
}

/** Whether a download is a text the page itself wrote, such as a table to be saved; nothing else is ever downloaded. */
export function isOwnDownload(url: string): boolean {
  return url.startsWith(`blob:${APP_ORIGIN}/`);
}

/**
 * Whether a URL may go to the person's browser: https, no credentials, on the usual port a site of the list, or exactly the
 * page the person named for updates.
 */
export function mayOpenExternally(url: string, pageOfUpdates: string | null = null): boolean {
  // Control characters and white space are dropped by the parser, but not by what opens the URL.
  if (/[\s\p{Cc}\\]/u.test(url) || !URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return url === pageOfUpdates || (port === '' && EXTERNAL_HOSTS.has(hostname));
}
