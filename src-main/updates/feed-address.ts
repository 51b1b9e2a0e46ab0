import { AppError } from '../../src-shared/base/errors.ts';
import { isLoopbackHost } from '../service-client/http/address-guard.ts';

/** What the address of the feed is called where it is wrong. */
const SUBJECT = 'The address of the feed';

/**
 * The folder of a feed as it is kept: https, or http on this computer only, without a name, a query or a file, with a
 * slash at its end; null for an empty one. Throws `config_invalid`.
 */
export function parseFeedAddress(typed: string): string | null {
  const text = typed.trim().replace(/latest(?:-mac|-linux(?:-\w+)?)?\.yml$/i, '');
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    url.hostname === '' ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new AppError('config_invalid', 'Enter an address such as https://host/folder, without a query.', {
      subject: SUBJECT,
    });
  }
  if (!isAllowedFeedUrl(url)) {
    throw new AppError('config_invalid', 'It must begin with https:// to protect it from tampering.', {
      subject: SUBJECT,
    });
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** Whether a feed may be read there: over https, or on this computer. */
export function isAllowedFeedUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** The file of a feed for a platform, as electron-builder names it. */
export function feedFileName(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'win32') return 'latest.yml';
  if (platform === 'darwin') return 'latest-mac.yml';
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;
}
