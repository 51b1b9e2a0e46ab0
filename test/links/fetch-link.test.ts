import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createIncomingFiles } from '../../src-main/folders/incoming-files.ts';
import { fetchLink, LINK_LIMITS, type LinkLimits } from '../../src-main/links/fetch-link.ts';
import { createLinkFetcher, type LinkProgress } from '../../src-main/links/link-fetcher.ts';
import type { ProxyRoutes } from '../../src-main/service-client/http/proxy-route.ts';
import { drawShape } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const STRAIGHT: ProxyRoutes = { find: async () => null };
const OBJ = '# a corner\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on this computer; answers its origin and what it was asked. */
async function serve(answer: Answer): Promise<{ origin: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.on('error', () => undefined);
    answer(request, response);
  });
  // A proxy answers in the place of every host.
  server.on('connect', (request, socket) => {
    asked.push(request);
    socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\n\r\n');
    server.emit('connection', socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

interface Wish {
  readonly allowPrivateNetwork?: boolean;
  readonly limits?: Partial<LinkLimits>;
  readonly signal?: AbortSignal;
  readonly routes?: ProxyRoutes;
}

/** Fetches into an inbox of its own; `left` lists what lies in it. */
async function fetchInto(link: string, { allowPrivateNetwork = true, limits, signal, routes = STRAIGHT }: Wish = {}) {
  const home = makeTempFolder();
  const inbox = createIncomingFiles(home);
  const never = new AbortController().signal;
  const order = { link, allowPrivateNetwork, signal: signal ?? never, onProgress: () => undefined };
  const left = (): string[] => {
    try {
      return readdirSync(path.join(home, 'inbox'));
    } catch {
      return [];
    }
  };
  const fetched = fetchLink(order, { routes, inbox, limits: { ...LINK_LIMITS, ...limits } });
  return { fetched, left };
}

/** The failure of a fetch that leaves nothing behind. */
async function failureOf(link: string, wish?: Wish): Promise<unknown> {
  const { fetched, left } = await fetchInto(link, wish);
  const error: unknown = await fetched.catch((thrown: unknown) => thrown);
  expect(left()).toEqual([]);
  return error;
}

describe('a link that leads to an image or a model', () => {
  test('brings its bytes, told by what they are and called as its server says', async () => {
    const picture = await drawShape(64);
    const { origin, asked } = await serve((_, response) => {
      response.writeHead(200, {
        'content-type': 'text/html',
        'content-disposition': `attachment; filename="x.html"; filename*=UTF-8''${encodeURIComponent('椅子 ../oak.exe')}`,
        'set-cookie': 'a=1',
      });
      response.end(picture);
    });
    const { fetched } = await fetchInto(`${origin}/download?id=7`);
    const { path: at, name } = await fetched;
    expect(name).toBe('oak.png');
    expect(readFileSync(at)).toEqual(picture);
    const { cookie, authorization, referer } = asked[0]?.headers ?? {};
    expect([asked.length, cookie, authorization, referer]).toEqual([1, undefined, undefined, undefined]);
  });

  test.each([
    ['/chair.jpeg', OBJ, 'chair.obj'],
    ['/a/b/', OBJ, 'b.obj'],
    ['/%E6%A4%85.obj', OBJ, '椅.obj'],
    ['/con', OBJ, '_con.obj'],
    ['/%2e%2e%2fetc%2fpasswd', OBJ, 'passwd.obj'],
    ['/x.glb', JSON.stringify({ asset: { version: '2.0' } }), 'x.gltf'],
    ['/', OBJ, '127_0_0_1.obj'],
  ])('%s is called as it may be on every system', async (pathname, body, name) => {
    const { origin } = await serve((_, response) => response.end(body));
    const { fetched } = await fetchInto(`${origin}${pathname}`);
    expect((await fetched).name).toBe(name);
  });

  test('a binary STL has exactly the length its head tells', async () => {
    const stl = Buffer.alloc(84 + 50 * 3);
    stl.writeUInt32LE(3, 80);
    const { origin } = await serve((request, response) => {
      if (request.url === '/more') response.write(stl);
      // Without a length in the head of the answer.
      response.write(request.url === '/less' ? stl.subarray(0, 100) : stl);
      response.end();
    });
    expect((await (await fetchInto(`${origin}/whole`)).fetched).name).toBe('whole.stl');
    expect(await failureOf(`${origin}/less`)).toMatchObject({ code: 'file_truncated' });
    expect(await failureOf(`${origin}/more`)).toMatchObject({ code: 'unsupported_file' });
  });

  test('a data link holds it itself', async () => {
    const picture = await drawShape(32);
    const { fetched } = await fetchInto(`data:text/html;base64,${picture.toString('base64')}`, {
      allowPrivateNetwork: false,
    });
    const { path: at, name } = await fetched;
    expect([name, readFileSync(at)]).toEqual(['image.png', picture]);
    const plain = await fetchInto(`data:,${encodeURIComponent(OBJ)}`);
    expect((await plain.fetched).name).toBe('image.obj');
    expect(await failureOf('data:image/png;base64,%%%')).toMatchObject({ code: 'link_wrong' });
    expect(await failureOf('data:,')).toMatchObject({ code: 'file_empty', subject: 'data:…' });
    expect(await failureOf(`data:,${'x'.repeat(1_000_001)}`)).toMatchObject({ code: 'link_wrong' });
    const small = { limits: { imageBytes: 100 } };
    expect(await failureOf(`data:;base64,${picture.toString('base64')}`, small)).toMatchObject({
      code: 'file_too_large',
    });
  });
});

describe('a link that is refused', () => {
  test.each([
    ['<!DOCTYPE html><html><body>a cat</body>', 'link_page'],
    ['\n <!-- hi --> <html lang="en">', 'link_page'],
    ['<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">', 'link_page'],
    ['<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'unsupported_file'],
    ['\x00\x00\x00\x18ftypheic', 'unsupported_file'],
    ['a note', 'unsupported_file'],
    ['{"error":"no"}', 'unsupported_file'],
    ['PK\x03\x04\x14\x00\x00\x00\x00\x00'.padEnd(26, '\x00') + '\x05\x00\x00\x00a.exe', 'unsupported_file'],
    ['', 'file_empty'],
  ])('for what it brings: %j', async (body, code) => {
    const { origin } = await serve((_, response) =>
      response.setHeader('content-type', 'image/png').end(body, 'latin1'),
    );
    expect(await failureOf(`${origin}/cat.png?key=secret`)).toMatchObject({
      code,
      subject: `${origin.slice('http://'.length)}/cat.png`,
    });
  });

  test('for where it leads, while links may not point inside; not one byte goes there', async () => {
    const { origin, asked } = await serve((_, response) => response.end(OBJ));
    const refused = { allowPrivateNetwork: false };
    for (const link of [
      origin,
      origin.replace('127.0.0.1', 'localhost'),
      origin.replace('127.0.0.1', '[::ffff:7f00:1]'),
    ]) {
      expect(await failureOf(link, refused)).toMatchObject({ code: 'link_inside' });
    }
    expect(asked).toEqual([]);
  });

  test('where an allowed one leads on to this computer', async () => {
    const { origin, asked } = await serve((request, response) => {
      const to = request.url === '/name' ? origin.replace('127.0.0.1', 'localhost') : origin;
      response.writeHead(302, { location: `${to}/inside` }).end();
    });
    // A proxy stands for the network outside, of which a test has none.
    const routes: ProxyRoutes = { find: async ({ hostname }) => (hostname === 'a.example' ? new URL(origin) : null) };
    for (const link of ['http://a.example/address', 'http://a.example/name']) {
      expect(await failureOf(link, { allowPrivateNetwork: false, routes })).toMatchObject({ code: 'link_inside' });
    }
    expect(asked.map(({ method, url }) => [method, url])).toEqual([
      ['CONNECT', 'a.example:80'],
      ['GET', '/address'],
      ['CONNECT', 'a.example:80'],
      ['GET', '/name'],
    ]);
  });

  test('for how often it leads on', async () => {
    const { origin, asked } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end(OBJ);
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    expect((await (await fetchInto(`${origin}/5`)).fetched).name).toBe('0.obj');
    expect(asked.length).toBe(6);
    expect(await failureOf(`${origin}/6`)).toMatchObject({ code: 'link_failed', message: /more than 5 times/ });
    expect(asked.length).toBe(12);
  });

  test.each([
    [404, {}, /It answered 404/],
    [200, { 'content-encoding': 'gzip' }, /packed/],
    [206, {}, /It answered 206/],
    [302, {}, /It answered 302/],
    [302, { location: 'ftp://a.example/' }, /Only https and http/],
    [302, { location: 'http://me:pw@127.0.0.1/' }, /A name or a password/],
  ])('for an answer of %s with %j', async (status, headers, message) => {
    const { origin } = await serve((_, response) => response.writeHead(status, headers).end(OBJ));
    expect(await failureOf(`${origin}/x`)).toMatchObject({ message });
  });

  test('where nobody is', async () => {
    const { origin } = await serve(() => undefined);
    const closed = origin.replace(/\d+$/, '1');
    expect(await failureOf(closed)).toMatchObject({ code: 'link_failed', message: 'The host does not respond.' });
  });
});

describe('a link that would never end', () => {
  test.each([
    ['announced', 'content-length'],
    ['endless', null],
  ])('is cut off at what may come: %s', async (_, length) => {
    const picture = await drawShape(16);
    const { origin } = await serve((request, response) => {
      if (length) response.setHeader(length, 10_000_000);
      response.write(picture);
      const more = Buffer.alloc(64 * 1024);
      const pour = (): void => {
        while (!request.socket.destroyed && response.write(more));
      };
      response.on('drain', pour);
      pour();
    });
    const limits = { imageBytes: 300_000 };
    expect(await failureOf(`${origin}/x.png`, { limits })).toMatchObject({ code: 'file_too_large' });
  });

  test.each(['head', 'first byte', 'body'])('ends in time when it drips in its %s', async (where) => {
    const picture = await drawShape(16);
    const { origin } = await serve((request, response) => {
      const drip = setInterval(() => {
        if (where === 'head') request.socket.write('x');
        else response.write(Buffer.alloc(1));
      }, 20);
      request.socket.on('close', () => clearInterval(drip));
      if (where === 'head') request.socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      if (where === 'body') response.write(Buffer.concat([picture, Buffer.alloc(70_000)]));
    });
    const limits = { timeoutMs: 300 };
    expect(await failureOf(`${origin}/x.png`, { limits })).toMatchObject({
      code: 'link_failed',
      message: 'The download took longer than 0 seconds.',
    });
  });

  test('that breaks off brings nothing', async () => {
    const { origin } = await serve((_, response) => {
      response.setHeader('content-length', 500);
      response.write(OBJ);
      setImmediate(() => response.destroy());
    });
    expect(await failureOf(`${origin}/x.obj`)).toMatchObject({ code: 'link_failed', message: /ended early/ });
  });
});

describe('links on their way in', () => {
  test('tell how far they are, and are cancelled one by one', async () => {
    const picture = await drawShape(64);
    const { origin } = await serve((request, response) => {
      response.setHeader('content-length', request.url === '/slow' ? 100_000 : picture.byteLength);
      response.write(picture);
      if (request.url === '/slow') response.write(Buffer.alloc(80_000));
      else response.end();
    });
    const home = makeTempFolder();
    const told: LinkProgress[] = [];
    const heard = Promise.withResolvers<undefined>();
    const fetcher = createLinkFetcher(
      { routes: STRAIGHT, inbox: createIncomingFiles(home) },
      () => true,
      (progress) => {
        told.push(progress);
        if (progress.id === 'slow') heard.resolve(undefined);
      },
    );
    onTestFinished(fetcher.close);
    const slow = fetcher.fetch('slow', `${origin}/slow`);
    await expect(fetcher.fetch('slow', `${origin}/slow`)).rejects.toMatchObject({ code: 'link_failed' });
    await heard.promise;
    expect((await fetcher.fetch('quick', `${origin}/quick`))?.name).toBe('quick.png');
    fetcher.cancel('quick');
    fetcher.cancel('slow');
    expect(await slow).toBeNull();
    expect(readdirSync(path.join(home, 'inbox')).length).toBe(1);
    expect(told.find(({ id }) => id === 'slow')).toMatchObject({ total: 100_000 });
    expect(told.find(({ id }) => id === 'quick')).toEqual({
      id: 'quick',
      bytes: picture.byteLength,
      total: picture.byteLength,
    });
    const again = fetcher.fetch('slow', `${origin}/slow`);
    fetcher.close();
    expect(await again).toBeNull();
  });
});
