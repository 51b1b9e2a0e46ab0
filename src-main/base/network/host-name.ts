import { isLoopbackAddress } from './public-address.ts';

/** The host of a URL without the brackets of IPv6 and without the dot of a fully qualified name, in lower case. */
export function toBareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** True if the host of a URL is this computer, by its name or address alone; nothing is resolved. */
export function isLoopbackHost(hostname: string): boolean {
  const host = toBareHost(hostname);
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}
