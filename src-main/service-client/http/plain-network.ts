import type { Readable } from 'node:stream';
import { Agent, ProxyAgent, request as send, type Dispatcher } from 'undici';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { ResolveProxy } from './proxy-route.ts';
import { checkProxiedUrl, createGuardedDispatcher, guardedLookup } from './address-guard.ts';
import { downloadDirectly } from '../transfer/direct-download.ts';
import type { NetworkResponse, Network, NetworkRequest } from './network.ts';
import { proxyRefusal } from '../transfer/open-connection.ts';
import { createProxyRoutes } from './proxy-route.ts';
import { sendOnce } from './send-once.ts';
import { TLS_CHECKS, trustFor, trustSystemCertificates, type TlsTrust } from '../../base/network/trust.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Maximum pause within a body, in ms. */
const BODY_TIMEOUT_MS = 30_000;

/** Dependencies of a network. */
export interface NetworkSources {
  /** Proxy settings and PAC file of the system; null if not available. */
  readonly resolveProxy: ResolveProxy | null;
  readonly env?: NodeJS.ProcessEnv;
  /** Certificates, as PEM, that are trusted for the service itself and its storage, beside those of the system. */
  readonly authorities?: string | undefined;
}

/**
 * The network through Node, in the caller's thread: direct, or through the proxy of the environment or the system, with
 * the certificates that the system trusts. Verification is never off.
 */
export function createPlainNetwork({ resolveProxy, env = process.env, authorities }: NetworkSources): Network {
  const routes = createProxyRoutes({ env, resolveProxy });
  const trust = trustFor(authorities);
  const own = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, ...trust } });
  const foreign = createGuardedDispatcher();
  const proxied = new Map<string, ProxyAgent>();

  const through = (proxy: URL, isOwn: boolean): ProxyAgent => {
    const key = `${isOwn} ${proxy.href}`;
    const agent = proxied.get(key) ?? createProxyAgent(proxy, isOwn ? trust : TLS_CHECKS);
    proxied.set(key, agent);
    return agent;
  };
  const ask = async (request: NetworkRequest, straight: Dispatcher): Promise<NetworkResponse> => {
    if (request.url.protocol === 'https:') trustSystemCertificates();
    const proxy = await routes.find(request.url);
    // A proxy resolves names itself, so that the guard at the moment of connecting sees only the proxy.
    if (proxy && straight === foreign) checkProxiedUrl(request.url);
    if (request.isStreamed && !proxy && request.method === 'GET') {
      const isForeign = straight === foreign;
      const options = isForeign ? { lookup: guardedLookup, trust: TLS_CHECKS } : { lookup: null, trust };
      const answer = await downloadDirectly(request, options);
      if (answer) return answer;
    }
    return askOver(proxy ? through(proxy, straight === own) : straight, request);
  };
  return {
    ask: (request) => ask(request, own),
    requestForeign: (request) => ask(request, foreign),
    sendOnce: (url, headers, body) => sendOnce(url, headers, body, { findProxy: routes.find, trust }),
    close: async () => {
      await Promise.all([own, foreign, ...proxied.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

function createProxyAgent(proxy: URL, trust: TlsTrust): ProxyAgent {
  const timeout = CONNECT_TIMEOUT_MS;
  const requestTls = { timeout, ...trust };
  return new ProxyAgent({ uri: proxy.href, requestTls, proxyTls: { timeout, ...TLS_CHECKS }, proxyTunnel: true });
}

async function askOver(dispatcher: Dispatcher, request: NetworkRequest): Promise<NetworkResponse> {
  const { method, url, headers, body, signal, responseTimeoutMs } = request;
  const answer = await send(url, {
    dispatcher,
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    // undici takes any async iterable; its types name only streams.
    ...(body === undefined ? {} : { body: body as string | Readable }),
    ...(signal ? { signal } : {}),
    headersTimeout: responseTimeoutMs,
    bodyTimeout: BODY_TIMEOUT_MS,
  }).catch((error: unknown) => {
    throw toProxyError(error);
  });
  return {
    status: answer.statusCode,
    header: (name) => [answer.headers[name]].flat()[0],
    body: answer.body,
    // Destroying a body emits an error that has no other listener.
    discard: () => void answer.body.on('error', () => undefined).destroy(),
  };
}

/** undici reports the refusal of a proxy in its message only. */
function toProxyError(error: unknown): unknown {
  const status = error instanceof Error ? /^Proxy response \((\d{3})\)/.exec(error.message)?.[1] : undefined;
  return status === undefined || error instanceof AppError ? error : proxyRefusal(Number(status));
}
