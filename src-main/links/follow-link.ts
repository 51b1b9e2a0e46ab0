import type { Readable } from 'node:stream';
import { Agent, ProxyAgent, request, type Dispatcher } from 'undici';
import { AppError } from '../../src-shared/base/errors.ts';
import { linkTitle } from '../../src-shared/sources/links.ts';
import { VERSION } from '../base/project-root.ts';
import { portOf, type Routes } from '../service-client/http/proxy-route.ts';
import { TLS_CHECKS, trustSystemCertificates } from '../service-client/http/trust.ts';
import { checkLink, checkProxiedLink } from './check-link.ts';
import { createLinkLookup, type LinkNetworkScope } from './link-lookup.ts';

/** What a link led to; its body is still to be read, and `close` ends it. */
export interface LinkResponse {
  /** Where it lay at last. */
  readonly url: URL;
  readonly body: Readable;
  /** Bytes that were announced; null: none were. */
  readonly length: number | null;
  readonly disposition: string | null;
  close(): Promise<void>;
}

/** What following a link needs. */
export interface FollowLinkOptions extends LinkNetworkScope {
  readonly routes: Routes;
  readonly signal: AbortSignal;
  /** Longest wait for anything, in ms. */
  readonly waitMs: number;
}

const MAX_REDIRECTS = 5;
const CONNECT_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Nothing of the person goes along: no cookie, no key, no page it came from. */
const HEADERS = {
  accept: 'image/png,image/jpeg,image/webp,image/*;q=0.8,model/*;q=0.8,*/*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': `Dropforge/${VERSION}`,
} as const;

/**
 * Asks for what a link leads to: at most five redirects, each checked anew, every connection made to an address that was
 * judged when the name was resolved. Throws AppError, the transport's error, or the signal's reason.
 */
export async function followLink(link: string, way: FollowLinkOptions): Promise<LinkResponse> {
  let url = checkLink(link, way);
  for (let redirects = 0; ; redirects++) {
    const asked = await ask(url, way);
    const next = asked.location;
    if (next === null) return asked;
    await asked.close();
    if (redirects === MAX_REDIRECTS) throw failed(`It redirects more than ${MAX_REDIRECTS} times.`, url);
    url = checkLink(next, way, url);
  }
}

async function ask(url: URL, way: FollowLinkOptions): Promise<LinkResponse & { readonly location: string | null }> {
  if (url.protocol === 'https:') trustSystemCertificates();
  const proxy = await way.routes.find(url);
  if (proxy) checkProxiedLink(url, way);
  // One for each address: what is looked up is judged together with the port it is for.
  const dispatcher = proxy ? createProxyAgent(proxy) : createAgent(url, way);
  const close = (): Promise<void> => dispatcher.destroy();
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      method: 'GET',
      headers: HEADERS,
      signal: way.signal,
      headersTimeout: way.waitMs,
      bodyTimeout: way.waitMs,
    });
    // One that is closed unread says so as an error, which nobody waits for.
    body.on('error', () => undefined);
    const header = (name: string): string | null => [headers[name]].flat()[0] ?? null;
    const location = statusCode >= 300 && statusCode < 400 ? header('location') : null;
    if (location === null && statusCode !== 200) throw failed(`It answered ${statusCode}.`, url);
    if (!['identity', null].includes(header('content-encoding'))) throw failed('It came packed.', url);
    const length = header('content-length');
    return {
      url,
      body,
      length: length === null ? null : Number(length),
      disposition: header('content-disposition'),
      location,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function createAgent(url: URL, way: FollowLinkOptions): Dispatcher {
  const lookup = createLinkLookup(Number(portOf(url)), way);
  return new Agent({ maxHeaderSize: MAX_HEADER_BYTES, connect: { timeout: CONNECT_MS, lookup, ...TLS_CHECKS } });
}

function createProxyAgent(proxy: URL): Dispatcher {
  const tls = { timeout: CONNECT_MS, ...TLS_CHECKS };
  const inside = { requestTls: tls, proxyTls: tls, proxyTunnel: true };
  return new ProxyAgent({ uri: proxy.href, maxHeaderSize: MAX_HEADER_BYTES, ...inside });
}

function failed(detail: string, url: URL): AppError {
  return new AppError('link_failed', detail, { subject: linkTitle(url.href) });
}
