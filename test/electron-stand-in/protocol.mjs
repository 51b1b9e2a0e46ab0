// `protocol`, `session` and `net`. A page of scheme `app` lives at http://<host>.app.localhost:<port>: a secure origin
// of its own in Chromium, resolved without a network, so that modules, workers, WebAssembly, CSP and ranges are real.
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { state } from './state.mjs';
import { strict } from './strict.mjs';

/** The address Chromium knows for a URL of the app; any other URL is not changed. */
export function toBrowserUrl(url) {
  const [, scheme, host, rest] = /^([a-z][\w+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  return state.protocols.has(scheme) ? `http://${host}.${scheme}.localhost:${state.port}${rest || '/'}` : url;
}

/** The way back: what Electron would call this address. */
export function toAppUrl(url) {
  if (url.startsWith('blob:')) return `blob:${toAppUrl(url.slice(5))}`;
  const [, host, scheme, port, rest] = /^http:\/\/(.+)\.([a-z][\w+-]*)\.localhost:(\d+)(.*)$/.exec(url) ?? [];
  return state.protocols.has(scheme) && Number(port) === state.port ? `${scheme}://${host}${rest}` : url;
}

/** Starts the loopback server that hands requests to the handlers of `protocol.handle`. */
export async function startProtocolServer() {
  const server = http.createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error) => {
      console.error('Electron stand-in: protocol handler failed:', error);
      outgoing.destroy();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  state.port = server.address().port;
}

async function answer(incoming, outgoing) {
  const url = toAppUrl(`http://${incoming.headers.host}${incoming.url}`);
  const handler = state.protocols.get(url.slice(0, url.indexOf(':')));
  if (!handler) return void outgoing.writeHead(421).end();
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct)) {
    if (name !== 'host' && name !== 'connection') headers.set(name, toAppUrl(value.join(', ')));
  }
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {};
  const response = await handler(new Request(url, { method: incoming.method, headers, signal: gone.signal, ...body }));
  if (response.type === 'error') return void outgoing.destroy();
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  Readable.fromWeb(response.body)
    .on('error', () => outgoing.destroy())
    .pipe(outgoing);
}

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes) {
    if (state.ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    state.schemes = new Map(schemes.map(({ scheme, privileges }) => [scheme, privileges]));
  },
  handle(scheme, handler) {
    if (!state.ready) throw new Error('protocol.handle can only be called after app is ready');
    if (state.protocols.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    const { standard, secure } = state.schemes.get(scheme) ?? {};
    if (!standard || !secure) throw new Error(`Electron stand-in: only standard, secure schemes work here: ${scheme}`);
    state.protocols.set(scheme, handler);
  },
  unhandle: (scheme) => void state.protocols.delete(scheme),
  isProtocolHandled: (scheme) => state.protocols.has(scheme),
});

/** Keeps the permission handlers, for tests to call; headless Chromium itself grants nothing. */
class Session extends EventEmitter {
  protocol = protocol;
  handlers = {};
  setPermissionRequestHandler(handler) {
    this.handlers.request = handler;
  }
  setPermissionCheckHandler(handler) {
    this.handlers.check = handler;
  }
  setDevicePermissionHandler(handler) {
    this.handlers.device = handler;
  }
  setSpellCheckerEnabled(enabled) {
    this.spellChecker = enabled;
  }
  async clearStorageData() {
    await state.context?.clearCookies();
  }
  spellChecker = true;
}

export const session = strict('session', { defaultSession: strict('session.defaultSession', new Session()) });

export const net = strict('net', {
  isOnline: () => true,
  async fetch(input, init) {
    const url = String(input.url ?? input);
    if (!url.startsWith('file:')) return fetch(input, init);
    try {
      return new Response(await readFile(fileURLToPath(url)));
    } catch {
      throw new Error('net::ERR_FILE_NOT_FOUND');
    }
  },
});
