import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, ProxyAgent, request, type Dispatcher } from 'undici';
import { portOf, type ProxyRoutes } from './proxy-route.ts';
import { TLS_CHECKS, trustSystemCertificates } from '../../base/network/trust.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** The final response after all redirects; the caller reads the body and calls `close`. */
export interface FinalResponse {
  /** Address of this response. */
  readonly url: URL;
  readonly status: number;
  readonly body: Readable;
  /** Announced size in bytes; null if not announced. */
  readonly length: number | null;
  /** First value of a response header; null if absent. */
  header(name: string): string | null;
  /** Closes the connection, read or not. */
  close(): Promise<void>;
}

/** Where a request may lead, and its limits. */
export interface RedirectPolicy {
  readonly routes: ProxyRoutes;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Maximum wait for the headers, and between two chunks of the body. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
  /** Accepted status codes besides 200, such as 206 for a range. */
  readonly alsoAccepts?: readonly number[];
  /** Parses and checks each address before it is requested; `from` is the address that redirected to it. */
  readonly checkAddress: (address: string, from: URL | null) => URL;
  /** Checks an address whose name a proxy resolves. */
  readonly checkProxied?: (url: URL) => void;
  /** Name lookup for a port, which may refuse resolved addresses; absent: the lookup of the system. */
  readonly createLookup?: (port: number) => LookupFunction;
  /** The error for a response that cannot be used. */
  readonly toError: (detail: MessageOrText, url: URL) => Error;
}

const CONNECT_TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Sends a GET request without cookies and follows redirects, each checked like the first address. Accepts only status 200,
 * or those of the policy, and an uncompressed body. Throws what the policy throws, the transport's error, or the signal's reason.
 */
export async function followRedirects(address: string, policy: RedirectPolicy): Promise<FinalResponse> {
  let url = policy.checkAddress(address, null);
  for (let redirects = 0; ; redirects++) {
    const { response, location } = await get(url, policy);
    if (location === null) return response;
    await response.close();
    if (redirects === policy.maxRedirects) {
      throw policy.toError(message('link.too-many-redirects', { max: policy.maxRedirects }), url);
    }
    url = policy.checkAddress(location, url);
  }
}

async function get(
  url: URL,
  policy: RedirectPolicy,
): Promise<{ readonly response: FinalResponse; readonly location: string | null }> {
  if (url.protocol === 'https:') trustSystemCertificates();
  const proxy = await policy.routes.find(url);
  if (proxy) policy.checkProxied?.(url);
  // One dispatcher per address: the lookup checks resolved addresses together with the port.
  const dispatcher = proxy ? createProxyAgent(proxy) : createAgent(url, policy);
  const close = (): Promise<void> => dispatcher.destroy();
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      method: 'GET',
      headers: { ...policy.headers, 'accept-encoding': 'identity' },
      signal: policy.signal,
      headersTimeout: policy.timeoutMs,
      bodyTimeout: policy.timeoutMs,
    });
    // Closing an unread body emits an error that has no other listener.
    body.on('error', () => undefined);
    const header = (name: string): string | null => [headers[name]].flat()[0] ?? null;
    const location = statusCode >= 300 && statusCode < 400 ? header('location') : null;
    if (location === null && statusCode !== 200 && !policy.alsoAccepts?.includes(statusCode))
      throw policy.toError(message('link.status', { status: statusCode }), url);
    if (!['identity', null].includes(header('content-encoding'))) throw policy.toError(message('result.packed'), url);
    const length = header('content-length');
    return {
      response: { url, status: statusCode, body, length: length === null ? null : Number(length), header, close },
      location,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function createAgent(url: URL, { createLookup }: RedirectPolicy): Dispatcher {
  const lookup = createLookup?.(Number(portOf(url)));
  const connect = { timeout: CONNECT_TIMEOUT_MS, ...(lookup && { lookup }), ...TLS_CHECKS };
  return new Agent({ maxHeaderSize: MAX_HEADER_BYTES, connect });
}

function createProxyAgent(proxy: URL): Dispatcher {
  const tls = { timeout: CONNECT_TIMEOUT_MS, ...TLS_CHECKS };
  const options = { requestTls: tls, proxyTls: tls, proxyTunnel: true };
  return new ProxyAgent({ uri: proxy.href, maxHeaderSize: MAX_HEADER_BYTES, ...options });
}
