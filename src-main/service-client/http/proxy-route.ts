import { isIP } from 'node:net';
import { AppError } from '../../../src-shared/base/errors.ts';
import { isLoopbackHost } from '../../base/network/host-name.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Returns the proxies of the system for a URL in the form of a PAC file: `DIRECT`, `PROXY host:port; DIRECT` … */
export type ResolveProxy = (url: string) => Promise<string>;

/** Finds the proxy of a request. */
export interface ProxyRoutes {
  /** The proxy for a URL; null for none. Throws `config_invalid` for an unsupported one. */
  find(url: URL): Promise<URL | null>;
}

interface RouteSources {
  readonly env: NodeJS.ProcessEnv;
  /** Proxy settings and PAC file of the system; null if not available. */
  readonly resolveProxy: ResolveProxy | null;
}

/** The environment takes precedence over the system. This computer is never reached through a proxy. */
export function createProxyRoutes({ env, resolveProxy }: RouteSources): ProxyRoutes {
  return {
    find: async (url) => {
      if (isLoopbackHost(url.hostname)) return null;
      const named = proxyFromEnvironment(url, env);
      if (named !== undefined) return named;
      return resolveProxy ? proxyFromPac(await resolveProxy(url.href)) : null;
    },
  };
}

/**
 * The proxy for a URL from HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, lowercase first; null: direct, undefined:
 * not set. Throws `config_invalid`.
 */
export function proxyFromEnvironment(url: URL, env: NodeJS.ProcessEnv): URL | null | undefined {
  const read = (name: string): string | undefined => env[name] || env[name.toUpperCase()] || undefined;
  const named = read(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? read('all_proxy');
  if (named === undefined) return undefined;
  const exceptions = (read('no_proxy') ?? '').toLowerCase().split(/[\s,]+/);
  if (exceptions.some((exception) => exempts(exception, url))) return null;
  return toProxy(named, 'The proxy of the environment');
}

/**
 * The first supported entry of a PAC result (`FindProxyForURL`); null: direct. Throws `config_invalid` if there is
 * none.
 */
export function proxyFromPac(answer: string): URL | null {
  const ways = answer.split(';').map((way) => way.trim());
  for (const way of ways) {
    const [kind = '', host = ''] = way.split(/\s+/);
    if (way === '' || kind.toUpperCase() === 'DIRECT') return null;
    const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
    if (scheme && host) return toProxy(`${scheme}://${host}`, 'The proxy of the system');
  }
  throw unusable('The proxy of the system');
}

/** Matches `*`, a host, or a domain with or without a leading dot, each with an optional port; addresses as written. */
function exempts(exception: string, url: URL): boolean {
  if (exception === '*') return true;
  const [, host = '', port] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(exception) ?? [];
  const name = isIP(exception) === 6 ? exception : host.replace(/^\*?\./, '');
  const asked = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === '' || (port !== undefined && isIP(exception) !== 6 && port !== portOf(url))) return false;
  return asked === name || (isIP(asked) === 0 && asked.endsWith(`.${name}`));
}

/** The port of a URL, also if it is the default. */
export function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

function toProxy(text: string, subject: string): URL {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') throw unusable(subject);
  return url;
}

function unusable(subject: string): AppError {
  const detail = message('proxy.scheme');
  return new AppError('config_invalid', detail, { subject });
}
