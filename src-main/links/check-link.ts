import { isIP } from 'node:net';
import { AppError } from '../../src-shared/base/errors.ts';
import { MAX_LINK_LENGTH, linkTitle } from '../../src-shared/sources/links.ts';
import { isInsideHost } from '../service-client/http/address-guard.ts';
import { portOf } from '../service-client/http/proxy-route.ts';
import { checkAddress, type AddressRefusal, type LinkNetworkScope } from './link-lookup.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';

/**
 * Checks an address before it is requested: https (or http if the link itself uses it), without user name and password, and
 * outside private networks unless they are allowed. `from` is the address that redirected here. Throws `link_wrong` or
 * `link_inside`; host names are checked again when they are resolved.
 */
export function checkLink(link: string, scope: LinkNetworkScope, from: URL | null = null): URL {
  const subject = linkTitle(from?.href ?? link);
  const invalid = (detail: MessageOrText): AppError => new AppError('link_wrong', detail, { subject });
  if (link.length > MAX_LINK_LENGTH) throw invalid(message('link.too-long'));
  const url = URL.parse(link, from?.href);
  if (!url || url.hostname === '') throw invalid(message('link.not-a-link'));
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalid(message('link.scheme'));
  if (from?.protocol === 'https:' && url.protocol === 'http:') throw invalid(message('link.downgrade'));
  if (url.username !== '' || url.password !== '') {
    throw invalid(message('link.credentials'));
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
    ? new AppError('link_wrong', message('link.own-address'), { subject })
    : new AppError('link_inside', '', { subject });
}
