import { isIP } from 'node:net';
import { AppError } from '../../src-shared/base/errors.ts';
import { MAX_LINK_LENGTH, linkTitle } from '../../src-shared/sources/links.ts';
import { isInsideHost } from '../service-client/http/address-guard.ts';
import { portOf } from '../service-client/http/proxy-route.ts';
import { checkAddress, type AddressRefusal, type LinkNetworkScope } from './link-lookup.ts';

/**
 * Checks an address before it is requested: https (or http if the link itself uses it), without user name and password, and
 * outside private networks unless they are allowed. `from` is the address that redirected here. Throws `link_wrong` or
 * `link_inside`; host names are checked again when they are resolved.
 */
export function checkLink(link: string, scope: LinkNetworkScope, from: URL | null = null): URL {
  const subject = linkTitle(from?.href ?? link);
  const invalid = (detail: string): AppError => new AppError('link_wrong', detail, { subject });
  if (link.length > MAX_LINK_LENGTH) throw invalid('It is too long.');
  const url = URL.parse(link, from?.href);
  if (!url || url.hostname === '') throw invalid('It is not a valid address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalid('Only https and http links are supported.');
  if (from?.protocol === 'https:' && url.protocol === 'http:') throw invalid('It redirects from https to http.');
  if (url.username !== '' || url.password !== '') {
    throw invalid('Links with a user name or password are not supported.');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const refusal = isIP(host) === 0 ? null : checkAddress(host, Number(portOf(url)), scope);
  if (refusal) throw toRefusedAddressError(refusal, subject);
  return url;
}

/** Checks an address that is requested through a proxy. The proxy resolves the name, so only the name can be checked. */
export function checkProxiedLink(url: URL, { allowPrivateNetwork }: LinkNetworkScope): void {
  if (!allowPrivateNetwork && isInsideHost(url.hostname)) {
    throw toRefusedAddressError('private_network', linkTitle(url.href));
  }
}

/** The error for an address that is refused. */
export function toRefusedAddressError(refusal: AddressRefusal, subject: string): AppError {
  return refusal === 'own_port'
    ? new AppError('link_wrong', 'It points to Dropforge itself.', { subject })
    : new AppError('link_inside', '', { subject });
}
