import { isIP } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { AppError } from '../../../src-shared/base/errors.ts';
import { createGuardedLookup } from '../../base/network/guarded-lookup.ts';
import { toBareHost } from '../../base/network/host-name.ts';
import { isPublicAddress } from '../../base/network/public-address.ts';
import { PRIVATE_ADDRESS_CODE } from './to-app-error.ts';
import { TLS_CHECKS } from '../../base/network/trust.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** A dispatcher for addresses from the service; it connects to public addresses only. */
export function createGuardedDispatcher(): Dispatcher {
  return new Agent({ connect: { timeout: 10_000, lookup: guardedLookup, ...TLS_CHECKS } });
}

/**
 * Checks a URL before a transfer: https to a public host, or exactly one of the service's own origins: its own, and that of
 * the storage that the user named with it.
 */
export function checkForeignUrl(text: string, ownOrigins: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) throw new AppError('download_failed', message('result.address-invalid'));
  if (ownOrigins.includes(url.origin)) return url;
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new AppError('download_failed', message('result.address-unsafe', { host: `${url.protocol}//${url.host}` }));
  }
  const host = toBareHost(url.hostname);
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new AppError('download_failed', message('result.address-inside', { host }));
  }
  return url;
}

/**
 * Checks a URL that is downloaded through a proxy. The proxy resolves the name, so a private address, or a name that
 * always means one, would reach the network of the proxy.
 */
export function checkProxiedUrl(url: URL): void {
  if (!isInsideHost(url.hostname)) return;
  const host = toBareHost(url.hostname);
  throw new AppError('download_failed', message('result.address-inside', { host }));
}

/** True if a host that a proxy resolves is a private address, or a name that is never public. */
export function isInsideHost(hostname: string): boolean {
  const host = toBareHost(hostname);
  return isIP(host) === 0
    ? /^[^.]+$|\.(localhost|local|internal|intranet|lan|home\.arpa)$/i.test(host)
    : !isPublicAddress(host);
}

/** The lookup for addresses from the service: refuses a name with any private address. */
export const guardedLookup = createGuardedLookup((address, hostname) => {
  if (isPublicAddress(address)) return null;
  return Object.assign(new Error(`${hostname} resolves to an address inside this network.`), {
    code: PRIVATE_ADDRESS_CODE,
  });
});
