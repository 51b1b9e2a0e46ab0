import http from 'node:http';
import net, { isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { AppError } from '../../../src-shared/base/errors.ts';
import { portOf } from '../http/proxy-route.ts';
import { TLS_CHECKS, trustSystemCertificates, type TlsTrust } from '../../base/network/trust.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** How a host is reached. */
interface ConnectionRoute {
  readonly proxy: URL | null;
  /** TLS options for the host; those of a proxy are `TLS_CHECKS`. */
  readonly trust: TlsTrust;
  readonly timeoutMs: number;
}

/**
 * Opens a new connection to the host of a URL, ready for the first byte of a request: resolved, connected, tunnelled
 * through the proxy (CONNECT, RFC 9110, 9.3.6) and verified. Rejects with the system's error, or AppError for a refusal
 * of the proxy, and leaves nothing open.
 */
export async function openConnection(url: URL, { proxy, trust, timeoutMs }: ConnectionRoute): Promise<Socket> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('No connection in time.')), timeoutMs);
  const opened: Socket[] = [];
  const keep = (socket: Socket): Socket => {
    opened.push(socket);
    return socket;
  };
  try {
    const near = await connectTo(proxy ?? url, { keep, signal: late.signal, trust: proxy ? TLS_CHECKS : trust });
    if (!proxy) return near;
    await openTunnel(near, url, proxy, late.signal);
    return url.protocol === 'https:' ? await secure(near, url, { keep, signal: late.signal, trust }) : near;
  } catch (error) {
    for (const socket of opened) socket.on('error', () => undefined).destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A connection that is being opened. */
interface Opening {
  /** Remembers a socket, so that it is destroyed if the connection fails. */
  readonly keep: (socket: Socket) => Socket;
  readonly signal: AbortSignal;
  readonly trust: TlsTrust;
}

async function connectTo(url: URL, opening: Opening): Promise<Socket> {
  const at = { host: hostOf(url), port: Number(portOf(url)) };
  const socket = opening.keep(net.connect(at));
  await when(socket, 'connect', opening.signal);
  return url.protocol === 'https:' ? secure(socket, url, opening) : socket;
}

/** Starts TLS on a connection; it is closed if the certificate does not match the host. */
async function secure(socket: Socket, url: URL, { keep, signal, trust }: Opening): Promise<Socket> {
  trustSystemCertificates();
  const host = hostOf(url);
  const servername = isIP(host) === 0 ? { servername: host } : { host };
  const secured = keep(tls.connect({ socket, ...servername, ...trust, ALPNProtocols: ['http/1.1'] }));
  await when(secured, 'secureConnect', signal);
  return secured;
}

function openTunnel(socket: Socket, url: URL, proxy: URL, signal: AbortSignal): Promise<void> {
  const target = `${url.hostname}:${portOf(url)}`;
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', fail, { once: true });
    const headers = { host: target, ...proxyCredentials(proxy) };
    const request = http.request({ method: 'CONNECT', path: target, headers, createConnection: () => socket });
    request.on('error', reject);
    request.on('connect', ({ statusCode = 0 }, _, head) => {
      signal.removeEventListener('abort', fail);
      // A proxy sends nothing before it is asked; earlier bytes do not belong to the host.
      if (statusCode >= 200 && statusCode < 300 && head.byteLength === 0) return resolve();
      reject(proxyRefusal(statusCode));
    });
    request.end();
  });
}

/** The error for a proxy that opens no tunnel. */
export function proxyRefusal(status: number): AppError {
  const detail = status === 407 ? message('proxy.credentials') : message('proxy.status', { status });
  return new AppError('offline', detail, { retryable: true });
}

/** The authorization header for the user name and password of a proxy URL. */
function proxyCredentials({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function when(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (run: () => void): void => {
      socket.off(event, done).off('error', failed).off('close', ended);
      signal.removeEventListener('abort', late);
      run();
    };
    const done = (): void => settle(resolve);
    const failed = (error: Error): void => settle(() => reject(error));
    const ended = (): void => failed(new Error('The connection ended before it stood.'));
    const late = (): void => failed(signal.reason as Error);
    socket.once(event, done).once('error', failed).once('close', ended);
    signal.addEventListener('abort', late, { once: true });
  });
}
