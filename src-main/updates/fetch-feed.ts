import { AppError } from '../../src-shared/base/errors.ts';
import type { Release } from '../../src-shared/settings/update-settings.ts';
import { isLoopbackHost } from '../base/network/host-name.ts';
import { followRedirects } from '../service-client/http/follow-redirects.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import { feedFileName, isAllowedFeedUrl } from './feed-address.ts';
import { parseFeed } from './parse-feed.ts';
import { describeConnectionFault } from '../service-client/http/describe-connection-fault.ts';
import { describeCertificateFault } from '../service-client/http/trust.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';

/** How a feed is requested, and the platform it is requested for. */
export interface FetchFeedOptions {
  readonly routes: ProxyRoutes;
  readonly signal: AbortSignal;
  /** Maximum time from the first byte sent to the last one read. */
  readonly timeoutMs: number;
  readonly platform?: NodeJS.Platform;
  readonly arch?: string;
}

/** A feed has about a kilobyte; release notes may be long. */
const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;

/** Nothing about the user or the computer is sent. */
const HEADERS = { accept: 'text/yaml, text/plain, */*', 'user-agent': 'Dropforge' } as const;

/**
 * Fetches the release that the feed in a folder announces; no other file is fetched. Throws `updates_unknown` with the
 * reason, or the signal's reason.
 */
export async function fetchFeed(folder: string, options: FetchFeedOptions): Promise<Release> {
  const { routes, timeoutMs, platform = process.platform, arch = process.arch } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const address = new URL(feedFileName(platform, arch), folder);
  try {
    const response = await followRedirects(address.href, {
      routes,
      signal: AbortSignal.any([options.signal, timeout]),
      timeoutMs,
      headers: HEADERS,
      maxRedirects: MAX_REDIRECTS,
      checkAddress: (text, from) => checkFeedUrl(text, from, address),
      toError: (detail) => toUpdatesError(detail),
    });
    try {
      return parseFeed(await readText(response.body));
    } finally {
      await response.close();
    }
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    if (timeout.aborted) {
      throw toUpdatesError(message('updates.timeout', { seconds: Math.round(timeoutMs / 1000) }), error);
    }
    const { code, message: text } = error as NodeJS.ErrnoException;
    throw toUpdatesError(describeCertificateFault(code) ?? (code ? describeConnectionFault(code) : text), error);
  }
}

/** Accepts https addresses; http only on this computer, and never by a redirect from another one. */
function checkFeedUrl(text: string, from: URL | null, first: URL): URL {
  const url = URL.parse(text, from?.href);
  if (!url) throw toUpdatesError(message('link.not-a-link'));
  const isForeignRedirect = from !== null && isLoopbackHost(url.hostname) && !isLoopbackHost(first.hostname);
  if (!isAllowedFeedUrl(url) || isForeignRedirect) {
    throw toUpdatesError(message('updates.redirect'));
  }
  return url;
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw toUpdatesError(message('updates.too-long', { kilobytes: MAX_BYTES / 1024 }));
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function toUpdatesError(detail: MessageOrText, cause?: unknown): AppError {
  return new AppError('updates_unknown', detail, { retryable: true, cause });
}
