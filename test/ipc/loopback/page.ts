import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { createIncomingFiles } from '../../../src-main/folders/incoming-files.ts';
import { startLoopbackServer } from '../../../src-main/ipc/loopback/loopback-server.ts';
import { createPageHandshake } from '../../../src-renderer/app/bridge/page-handshake.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import type { Reply } from '../../../src-shared/ipc/page-bridge.ts';
import { createDesktop } from '../../helpers/desktop.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** What came back over plain HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** What a page got when it was let in. */
interface Grant {
  readonly token: string;
  /** The secret of the session, for a ticket. */
  readonly secret: string | null;
}

/** What a link proves a page with. */
export const ticketOf = (link: string): string => link.split('#ticket=')[1] ?? '';

/** Proves a page, as the page's own code does; rejects when the server closes. */
export async function shakeHands(socket: WebSocket, known: string): Promise<Grant> {
  const closed = once(socket, 'close').then(([code]: unknown[]) => {
    throw new Error(`closed with ${String(code)}`);
  });
  closed.catch(() => undefined);
  const next = async (): Promise<unknown> => {
    const [data] = (await Promise.race([once(socket, 'message'), closed])) as [Buffer];
    return JSON.parse(data.toString());
  };
  await once(socket, 'open');
  const handshake = createPageHandshake(known);
  socket.send(handshake.hello);
  const proof = await handshake.prove(await next());
  if (proof === null) throw new Error('The server did not prove itself.');
  socket.send(proof);
  const grant = await next();
  return { token: handshake.readGrant(grant) ?? '', secret: handshake.readSecret(grant) };
}

/** The real app behind the real server, as a browser and as a stranger meets it. */
export async function openPage(port = 0, desktop = createDesktop(), now = Date.now) {
  const root = makeTempFolder();
  const home = resolveHome(path.join(root, 'home'), {});
  const pageRoot = path.join(root, 'page');
  mkdirSync(pageRoot);
  writeFileSync(path.join(pageRoot, 'index.html'), '<!doctype html><title>Dropforge</title>');
  writeFileSync(path.join(root, 'secret.html'), 'secret');
  const inbox = createIncomingFiles(home.path);
  const app = await openHeadlessApp(home, { findUpload: inbox.find, desktop });
  onTestFinished(() => app.close());
  const server = await startLoopbackServer({ app, inbox, pageRoot, port, now });
  onTestFinished(() => server.close());
  const { place } = server;
  const url = new URL(`http://127.0.0.1:${place.port}`);
  const secret = place.token;

  const ask = (at: string, options: http.RequestOptions = {}, body?: Buffer | string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const request = http.request(
        { host: '127.0.0.1', port: url.port, path: at, agent: false, ...options },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          );
        },
      );
      request.on('error', reject).end(body);
    });

  const openSocket = (origin: string | undefined = url.origin, headers = {}): WebSocket => {
    const socket = new WebSocket(`ws://${url.host}/ipc`, ['dropforge'], {
      ...(origin ? { origin } : {}),
      headers,
    });
    onTestFinished(() => socket.terminate());
    return socket;
  };

  const connect = async (known = secret) => {
    const socket = openSocket();
    const { token } = await shakeHands(socket, known);
    const waiting = new Map<number, (reply: Reply<unknown>) => void>();
    let next = 1;
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { id?: number; reply?: Reply<unknown> };
      if (message.id !== undefined && message.reply) waiting.get(message.id)?.(message.reply);
    });
    const call = <T>(channel: string, input: unknown = null): Promise<Reply<T>> =>
      new Promise((resolve) => {
        waiting.set(next, resolve as (reply: Reply<unknown>) => void);
        socket.send(JSON.stringify({ id: next++, channel, input }));
      });
    return { socket, call, token };
  };
  return { app, home: home.path, pageRoot, url, place, secret, ask, openSocket, connect };
}
