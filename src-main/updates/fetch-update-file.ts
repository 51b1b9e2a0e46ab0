import { isLoopbackHost } from '../base/network/host-name.ts';
import { isHttpsOrOwn } from '../base/network/is-https-or-own.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';
import { followRedirects, type FinalResponse } from '../service-client/http/follow-redirects.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';

/** How files of a feed are requested. */
export interface UpdateRequest {
  readonly routes: ProxyRoutes;
  readonly signal: AbortSignal;
  /** Maximum wait for the headers, and between two chunks of the body. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly alsoAccepts?: readonly number[];
}

const MAX_REDIRECTS = 3;

/** Nothing about the user or the computer is sent. */
const HEADERS = { accept: 'text/yaml, text/plain, */*', 'user-agent': 'Dropforge' } as const;

/** Requests a file of a feed, over https or from this computer; the caller closes the response. Throws `updates_unknown`. */
export function fetchUpdateFile(address: URL, { headers, ...request }: UpdateRequest): Promise<FinalResponse> {
  return followRedirects(address.href, {
    ...request,
    headers: { ...HEADERS, ...headers },
    maxRedirects: MAX_REDIRECTS,
    checkAddress: (text, from) => checkFeedUrl(text, from, address),
    toError: (detail) => toUpdatesError(detail),
  });
}

/** Accepts https addresses; http only on this computer, and never by a redirect from another one. */
function checkFeedUrl(text: string, from: URL | null, first: URL): URL {
  const url = URL.parse(text, from?.href);
  if (!url) throw toUpdatesError(message('link.not-a-link'));
  const isForeignRedirect = from !== null && isLoopbackHost(url.hostname) && !isLoopbackHost(first.hostname);
  if (!isHttpsOrOwn(url) || isForeignRedirect) {
    throw toUpdatesError(message('updates.redirect'));
  }
  return url;
}

/** An `updates_unknown` error. */
export function toUpdatesError(detail: MessageOrText, cause?: unknown): AppError {
  return new AppError('updates_unknown', detail, { retryable: true, cause });
}
