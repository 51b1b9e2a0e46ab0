/** Scheme and host of the page in the window. */
export const APP_ORIGIN = 'app://dropforge';

/** External sites that may be opened in the user's browser. */
const EXTERNAL_HOSTS: ReadonlySet<string> = new Set(['www.blender.org', 'docs.blender.org']);

/** True if a URL is the app's own page; only this page may fill the window and call main. */
export function isAppUrl(url: string): boolean {
  // Compared as text on purpose: URL parsers differ for custom schemes.
  return url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`);
}

/** True if a download is a blob that the page created, such as a table; all other downloads are denied. */
export function isOwnDownload(url: string): boolean {
  return url.startsWith(`blob:${APP_ORIGIN}/`);
}

/**
 * True if a URL may be opened in the user's browser: https without credentials, and either a listed site on the default
 * port or exactly the updates page from the settings.
 */
export function mayOpenExternally(url: string, updatesPage: string | null = null): boolean {
  // The parser drops control characters and white space, but the program that opens the URL may not.
  if (/[\s\p{Cc}\\]/u.test(url) || !URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  return url === updatesPage || (port === '' && EXTERNAL_HOSTS.has(hostname));
}
