import { AppError } from '../../src-shared/base/errors.ts';
import { linkTitle } from '../../src-shared/sources/links.ts';
import { VERSION } from '../base/project-root.ts';
import { followRedirects, type FinalResponse } from '../service-client/http/follow-redirects.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import { checkLink, checkProxiedLink } from './check-link.ts';
import { createLinkLookup, type LinkNetworkScope } from './link-lookup.ts';

/** Options of a request for a link. */
export interface FollowLinkOptions extends LinkNetworkScope {
  readonly routes: ProxyRoutes;
  readonly signal: AbortSignal;
  /** Maximum wait for the headers, and between two chunks of the body. */
  readonly timeoutMs: number;
}

const MAX_REDIRECTS = 5;

/** No cookie, key or referrer of the user is sent. */
const HEADERS = {
  accept: 'image/png,image/jpeg,image/webp,image/*;q=0.8,model/*;q=0.8,*/*;q=0.5',
  'user-agent': `Dropforge/${VERSION}`,
} as const;

/**
 * Requests a link and follows at most five redirects. Each address is checked, and connections are made only to the
 * addresses that were checked when the name was resolved. Throws AppError, the transport's error, or the signal's reason.
 */
export function followLink(link: string, options: FollowLinkOptions): Promise<FinalResponse> {
  const { routes, signal, timeoutMs } = options;
  return followRedirects(link, {
    routes,
    signal,
    timeoutMs,
    headers: HEADERS,
    maxRedirects: MAX_REDIRECTS,
    checkAddress: (address, from) => checkLink(address, options, from),
    checkProxied: (url) => checkProxiedLink(url, options),
    createLookup: (port) => createLinkLookup(port, options),
    toError: (detail, url) => new AppError('link_failed', detail, { subject: linkTitle(url.href) }),
  });
}
