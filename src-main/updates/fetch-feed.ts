import { Agent, ProxyAgent, request, type Dispatcher } from 'undici';
import { AppError } from '../../src-shared/base/errors.ts';
import type { Release } from '../../src-shared/settings/update-settings.ts';
import type { Routes } from '../service-client/http/proxy-route.ts';
import { TLS_CHECKS, trustSystemCertificates } from '../service-client/http/trust.ts';
import { feedFileName, isAllowedFeedUrl } from './feed-address.ts';
import { parseFeed } from './parse-feed.ts';

/** How a feed is reached, and from what kind of computer. */
export interface FetchFeedOptions {
  readonly routes: Routes;
  readonly signal: AbortSignal;
  /** Longest time from the first byte sent to the last one read, in ms. */
  readonly mostMs: number;
  readonly platform?: NodeJS.Platform;
  readonly arch?: string;
}

/** A feed has about a kilobyte; notes may be long. */
const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;

/** Nothing of the person or the computer goes along. */
const HEADERS = {
  accept: 'text/yaml, text/plain, */*',
  'accept-encoding': 'identity',
  'user-agent': 'Dropforge',
} as const;

/**
 * Reads what version the feed in a folder names. Nothing but that one small file is fetched. Throws `updates_unknown` with
 * what went wrong, or the signal's reason.
 */
export async function fetchFeed(address: string, way: FetchFeedOptions): Promise<Release> {
  const { platform = process.platform, arch = process.arch } = way;
  const late = AbortSignal.timeout(way.mostMs);
  const signal = AbortSignal.any([way.signal, late]);
  try {
    return parseFeed(await fetchText(new URL(feedFileName(platform, arch), address), { ...way, signal }));
  } catch (error) {
    way.signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    if (late.aborted) throw unknown(`It did not respond within ${Math.round(way.mostMs / 1000)} seconds.`, error);
    const { code, message } = error as NodeJS.ErrnoException;
    throw unknown(code ? `(${code})` : message, error);
  }
}

async function fetchText(first: URL, way: FetchFeedOptions): Promise<string> {
  let url = first;
  for (let redirects = 0; ; redirects++) {
    if (!isAllowedFeedUrl(url)) throw unknown('It redirects to an address without https.');
    const answer = await ask(url, way);
    if (typeof answer === 'string') return answer;
    if (redirects === MAX_REDIRECTS) throw unknown(`It redirects more than ${MAX_REDIRECTS} times.`);
    url = answer;
  }
}

/** The text at an address, or where it leads on. */
async function ask(url: URL, { routes, signal }: FetchFeedOptions): Promise<string | URL> {
  if (url.protocol === 'https:') trustSystemCertificates();
  const dispatcher = openDispatcher(await routes.find(url));
  try {
    const { statusCode, headers, body } = await request(url, { dispatcher, method: 'GET', headers: HEADERS, signal });
    body.on('error', () => undefined);
    const location = [headers['location']].flat()[0];
    if (statusCode >= 300 && statusCode < 400 && location !== undefined && URL.canParse(location, url.href)) {
      return new URL(location, url);
    }
    if (statusCode !== 200) throw unknown(`It answered ${statusCode}.`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      const piece = chunk as Uint8Array;
      bytes += piece.byteLength;
      if (bytes > MAX_BYTES) throw unknown('Its answer is too long.');
      chunks.push(piece);
    }
    return new TextDecoder().decode(Buffer.concat(chunks));
  } finally {
    await dispatcher.destroy();
  }
}

function openDispatcher(proxy: URL | null): Dispatcher {
  const connect = { ...TLS_CHECKS };
  if (proxy) return new ProxyAgent({ uri: proxy.href, requestTls: connect, proxyTls: connect, proxyTunnel: true });
  return new Agent({ connect });
}

function unknown(detail: string, cause?: unknown): AppError {
  return new AppError('updates_unknown', detail, { retryable: true, cause });
}
