import { isIP } from 'node:net';
import { AppError } from '../../src-shared/base/errors.ts';
import { MAX_LINK_LENGTH, linkTitle } from '../../src-shared/sources/links.ts';
import { isInsideHost } from '../service-client/http/address-guard.ts';
import { portOf } from '../service-client/http/proxy-route.ts';
import { checkAddress, type AddressRefusal, type LinkNetworkScope } from './link-lookup.ts';

/**
 * Checks an address before it is asked: https, or http where the person wrote it so, without a name or password in it, and
 * not inside this network unless links may point there. `from`: the address that led here. Throws `link_wrong` or
 * `link_inside`; a name is judged again when it is resolved.
 */
export function checkLink(link: string, reach: LinkNetworkScope, from: URL | null = null): URL {
  const subject = linkTitle(from?.href ?? link);
  const wrong = (detail: string): AppError => new AppError('link_wrong', detail, { subject });
  if (link.length > MAX_LINK_LENGTH) throw wrong('It is too long.');
  const url = URL.parse(link, from?.href);
  if (!url || url.hostname === '') throw wrong('It is not a valid address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw wrong('Only https and http links are supported.');
  if (from?.protocol === 'https:' && url.protocol === 'http:') throw wrong('It redirects from https to http.');
  if (url.username !== '' || url.password !== '') throw wrong('Links with a user name or password are not supported.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const fault = isIP(host) === 0 ? null : checkAddress(host, Number(portOf(url)), reach);
  if (fault) throw toRefusedAddressError(fault, subject);
  return url;
}

/** Checks an address that a proxy is asked for: the proxy resolves the name, so that only the name can be judged. */
export function checkProxiedLink(url: URL, { mayPointInside }: LinkNetworkScope): void {
  if (!mayPointInside && isInsideHost(url.hostname)) throw toRefusedAddressError('inside', linkTitle(url.href));
}

/** The failure that tells why an address is not connected to. */
export function toRefusedAddressError(fault: AddressRefusal, subject: string): AppError {
  const detail = fault === 'own' ? 'It points to Dropforge itself.' : '';
  return new AppError(fault === 'own' ? 'link_wrong' : 'link_inside', detail, { subject });
}
